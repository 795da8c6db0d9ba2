module github.com/aws/aws-sdk-go-v2/service/fake

go 1.24
