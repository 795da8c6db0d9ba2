// In the form of the SDK's own source. It is parsed; it need not compile.

package world

import (
	"context"
	"fmt"
	"github.com/aws/aws-sdk-go-v2/service/world/types"
	"github.com/aws/smithy-go/middleware"
)

func (c *Client) CreateZone(ctx context.Context, params *CreateZoneInput, optFns ...func(*Options)) (*CreateZoneOutput, error) {
	if params == nil {
		params = &CreateZoneInput{}
	}
	result, metadata, err := c.invokeOperation(ctx, "CreateZone", params, optFns, c.addOperationCreateZoneMiddlewares)
	if err != nil {
		return nil, err
	}
	out := result.(*CreateZoneOutput)
	out.ResultMetadata = metadata
	return out, nil
}

type CreateZoneInput struct {
	// Allows failed requests to be retried without the risk of running the operation
	// twice.
	//
	// This member is required.
	CallerReference *string

	noSmithyDocumentSerde
}

type CreateZoneOutput struct {
	// Made by the service: no member of the input.
	ClientToken *string
}
