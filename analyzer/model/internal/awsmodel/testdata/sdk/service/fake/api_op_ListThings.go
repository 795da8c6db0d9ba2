// In the form of the SDK's own source. It is parsed; it need not compile.

package fake

import (
	"context"
	"fmt"
	"github.com/aws/aws-sdk-go-v2/service/fake/types"
	"github.com/aws/smithy-go/middleware"
)

func (c *Client) ListThings(ctx context.Context, params *ListThingsInput, optFns ...func(*Options)) (*ListThingsOutput, error) {
	if params == nil {
		params = &ListThingsInput{}
	}
	result, metadata, err := c.invokeOperation(ctx, "ListThings", params, optFns, c.addOperationListThingsMiddlewares)
	if err != nil {
		return nil, err
	}
	out := result.(*ListThingsOutput)
	out.ResultMetadata = metadata
	return out, nil
}

type ListThingsInput struct {
	// How many.
	MaxResults *int32

	noSmithyDocumentSerde
}

type ListThingsOutput struct {
	// Made by the service: no member of the input.
	ClientToken *string
}
