// In the form of the SDK's own source. It is parsed; it need not compile.

package fake

import (
	"context"
	"fmt"
	"github.com/aws/aws-sdk-go-v2/service/fake/types"
	"github.com/aws/smithy-go/middleware"
)

func (c *Client) UpdateThing(ctx context.Context, params *UpdateThingInput, optFns ...func(*Options)) (*UpdateThingOutput, error) {
	if params == nil {
		params = &UpdateThingInput{}
	}
	result, metadata, err := c.invokeOperation(ctx, "UpdateThing", params, optFns, c.addOperationUpdateThingMiddlewares)
	if err != nil {
		return nil, err
	}
	out := result.(*UpdateThingOutput)
	out.ResultMetadata = metadata
	return out, nil
}

type UpdateThingInput struct {
	Config *types.ThingConfig

	Tokens []types.ClientToken

	// How often to retry.
	RequestToken *int32

	noSmithyDocumentSerde
}

type UpdateThingOutput struct {
	// Made by the service: no member of the input.
	ClientToken *string
}
