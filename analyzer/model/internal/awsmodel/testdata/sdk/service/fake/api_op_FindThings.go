// In the form of the SDK's own source. It is parsed; it need not compile.

package fake

import (
	"context"
	"fmt"
	"github.com/aws/aws-sdk-go-v2/service/fake/types"
	"github.com/aws/smithy-go/middleware"
)

func (c *Client) FindThings(ctx context.Context, params *FindThingsInput, optFns ...func(*Options)) (*FindThingsOutput, error) {
	if params == nil {
		params = &FindThingsInput{}
	}
	result, metadata, err := c.invokeOperation(ctx, "FindThings", params, optFns, c.addOperationFindThingsMiddlewares)
	if err != nil {
		return nil, err
	}
	out := result.(*FindThingsOutput)
	out.ResultMetadata = metadata
	return out, nil
}

type FindThingsInput struct {
	// Only those that were created with this token.
	CreationToken *string

	// Where to go on. It is safe to retry with this token.
	NextToken *string

	noSmithyDocumentSerde
}

type FindThingsOutput struct {
	// Made by the service: no member of the input.
	ClientToken *string
}
