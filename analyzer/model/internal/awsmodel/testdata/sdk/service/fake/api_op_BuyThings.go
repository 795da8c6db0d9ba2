// In the form of the SDK's own source. It is parsed; it need not compile.

package fake

import (
	"context"
	"fmt"
	"github.com/aws/aws-sdk-go-v2/service/fake/types"
	"github.com/aws/smithy-go/middleware"
)

func (c *Client) BuyThings(ctx context.Context, params *BuyThingsInput, optFns ...func(*Options)) (*BuyThingsOutput, error) {
	if params == nil {
		params = &BuyThingsInput{}
	}
	result, metadata, err := c.invokeOperation(ctx, "BuyThings", params, optFns, c.addOperationBuyThingsMiddlewares)
	if err != nil {
		return nil, err
	}
	out := result.(*BuyThingsOutput)
	out.ResultMetadata = metadata
	return out, nil
}

type BuyThingsInput struct {
	// Ensures idempotency.
	ClientRequestToken *string

	// Prevents a duplicate.
	RequestToken *string

	noSmithyDocumentSerde
}

type BuyThingsOutput struct {
	// Made by the service: no member of the input.
	ClientToken *string
}
