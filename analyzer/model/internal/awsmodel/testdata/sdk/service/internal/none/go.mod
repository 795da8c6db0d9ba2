module github.com/aws/aws-sdk-go-v2/service/internal/none

go 1.24
