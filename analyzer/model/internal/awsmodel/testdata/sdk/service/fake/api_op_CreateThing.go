// In the form of the SDK's own source. It is parsed; it need not compile.

package fake

import (
	"context"
	"fmt"
	"github.com/aws/aws-sdk-go-v2/service/fake/types"
	"github.com/aws/smithy-go/middleware"
)

func (c *Client) CreateThing(ctx context.Context, params *CreateThingInput, optFns ...func(*Options)) (*CreateThingOutput, error) {
	if params == nil {
		params = &CreateThingInput{}
	}
	result, metadata, err := c.invokeOperation(ctx, "CreateThing", params, optFns, c.addOperationCreateThingMiddlewares)
	if err != nil {
		return nil, err
	}
	out := result.(*CreateThingOutput)
	out.ResultMetadata = metadata
	return out, nil
}

type CreateThingInput struct {
	// The name of the thing.
	Name *string

	// A client token.
	ClientToken *string

	noSmithyDocumentSerde
}

type CreateThingOutput struct {
	// Made by the service: no member of the input.
	ClientToken *string
}

type idempotencyToken_initializeOpCreateThing struct {
	tokenProvider IdempotencyTokenProvider
}

func (*idempotencyToken_initializeOpCreateThing) ID() string {
	return "OperationIdempotencyTokenAutoFill"
}

func (m *idempotencyToken_initializeOpCreateThing) HandleInitialize(ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler) (
	out middleware.InitializeOutput, metadata middleware.Metadata, err error,
) {
	if m.tokenProvider == nil {
		return next.HandleInitialize(ctx, in)
	}
	input, ok := in.Parameters.(*CreateThingInput)
	if !ok {
		return out, metadata, fmt.Errorf("expected middleware input to be of type *CreateThingInput ")
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
