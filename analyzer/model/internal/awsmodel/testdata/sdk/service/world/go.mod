module github.com/aws/aws-sdk-go-v2/service/world

go 1.24
