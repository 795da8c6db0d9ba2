// In the form of the SDK's own source. It is parsed; it need not compile.

package fake

import (
	"context"
	"fmt"
	"github.com/aws/aws-sdk-go-v2/service/fake/types"
	"github.com/aws/smithy-go/middleware"
)

func (c *Client) EnterShop(ctx context.Context, params *EnterShopInput, optFns ...func(*Options)) (*EnterShopOutput, error) {
	if params == nil {
		params = &EnterShopInput{}
	}
	result, metadata, err := c.invokeOperation(ctx, "EnterShop", params, optFns, c.addOperationEnterShopMiddlewares)
	if err != nil {
		return nil, err
	}
	out := result.(*EnterShopOutput)
	out.ResultMetadata = metadata
	return out, nil
}

type EnterShopInput struct {
	// The half of a password that the shop gave you.
	ClientToken *string

	noSmithyDocumentSerde
}

type EnterShopOutput struct {
	// Made by the service: no member of the input.
	ClientToken *string
}
