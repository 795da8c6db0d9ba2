// In the form of the SDK's own source. It is parsed; it need not compile.

package fake

import (
	"context"
	"fmt"
	"github.com/aws/aws-sdk-go-v2/service/fake/types"
	"github.com/aws/smithy-go/middleware"
)

func (c *Client) SendThing(ctx context.Context, params *SendThingInput, optFns ...func(*Options)) (*SendThingOutput, error) {
	if params == nil {
		params = &SendThingInput{}
	}
	result, metadata, err := c.invokeOperation(ctx, "SendThing", params, optFns, c.addOperationSendThingMiddlewares)
	if err != nil {
		return nil, err
	}
	out := result.(*SendThingOutput)
	out.ResultMetadata = metadata
	return out, nil
}

type SendThingInput struct {
	// Ensures idempotency.
	ClientToken *string

	noSmithyDocumentSerde
}

type SendThingOutput struct {
	// Made by the service: no member of the input.
	ClientToken *string
}

type idempotencyToken_initializeOpSendThing struct {
	tokenProvider IdempotencyTokenProvider
}

func (*idempotencyToken_initializeOpSendThing) ID() string {
	return "OperationIdempotencyTokenAutoFill"
}

func (m *idempotencyToken_initializeOpSendThing) HandleInitialize(ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler) (
	out middleware.InitializeOutput, metadata middleware.Metadata, err error,
) {
	if m.tokenProvider == nil {
		return next.HandleInitialize(ctx, in)
	}
	input, ok := in.Parameters.(*SendThingInput)
	if !ok {
		return out, metadata, fmt.Errorf("expected middleware input to be of type *SendThingInput ")
	}
	if input.ClientToken == nil {
		t, err := m.tokenProvider.GetIdempotencyToken()
		if err != nil {
			return out, metadata, err
		}
		input.ClientToken = &t
	}
	return next.HandleInitialize(ctx, in)
}
