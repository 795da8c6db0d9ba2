// In the form of the SDK's own source. It is parsed; it need not compile.

package fake

import (
	"context"
	"fmt"
	"github.com/aws/aws-sdk-go-v2/service/fake/types"
	"github.com/aws/smithy-go/middleware"
)

func (c *Client) StopOperation(ctx context.Context, params *StopOperationInput, optFns ...func(*Options)) (*StopOperationOutput, error) {
	if params == nil {
		params = &StopOperationInput{}
	}
	result, metadata, err := c.invokeOperation(ctx, "StopOperation", params, optFns, c.addOperationStopOperationMiddlewares)
	if err != nil {
		return nil, err
	}
	out := result.(*StopOperationOutput)
	out.ResultMetadata = metadata
	return out, nil
}

type StopOperationInput struct {
	// What the operation is known by.
	OperationId *string

	noSmithyDocumentSerde
}

type StopOperationOutput struct {
	// Made by the service: no member of the input.
	ClientToken *string
}

type idempotencyToken_initializeOpStopOperation struct {
	tokenProvider IdempotencyTokenProvider
}

func (*idempotencyToken_initializeOpStopOperation) ID() string {
	return "OperationIdempotencyTokenAutoFill"
}

func (m *idempotencyToken_initializeOpStopOperation) HandleInitialize(ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler) (
	out middleware.InitializeOutput, metadata middleware.Metadata, err error,
) {
	if m.tokenProvider == nil {
		return next.HandleInitialize(ctx, in)
	}
	input, ok := in.Parameters.(*StopOperationInput)
	if !ok {
		return out, metadata, fmt.Errorf("expected middleware input to be of type *StopOperationInput ")
	}
	if input.OperationId == nil {
		t, err := m.tokenProvider.GetIdempotencyToken()
		if err != nil {
			return out, metadata, err
		}
		input.OperationId = &t
	}
	return next.HandleInitialize(ctx, in)
}
