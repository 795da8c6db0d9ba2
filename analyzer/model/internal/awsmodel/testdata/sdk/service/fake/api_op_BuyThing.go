// In the form of the SDK's own source. It is parsed; it need not compile.

package fake

import (
	"context"
	"fmt"
	"github.com/aws/aws-sdk-go-v2/service/fake/types"
	"github.com/aws/smithy-go/middleware"
)

func (c *Client) BuyThing(ctx context.Context, params *BuyThingInput, optFns ...func(*Options)) (*BuyThingOutput, error) {
	if params == nil {
		params = &BuyThingInput{}
	}
	result, metadata, err := c.invokeOperation(ctx, "BuyThing", params, optFns, c.addOperationBuyThingMiddlewares)
	if err != nil {
		return nil, err
	}
	out := result.(*BuyThingOutput)
	out.ResultMetadata = metadata
	return out, nil
}

type BuyThingInput struct {
	// Specify this token if you plan to retry
	// requests.
	ClientRequestToken *string

	// How many, or a token of the shop.
	RequestToken *string

	noSmithyDocumentSerde
}

type BuyThingOutput struct {
	// Made by the service: no member of the input.
	ClientToken *string
}
