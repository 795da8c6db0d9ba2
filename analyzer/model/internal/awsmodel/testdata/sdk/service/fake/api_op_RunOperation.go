// In the form of the SDK's own source. It is parsed; it need not compile.

package fake

import (
	"context"
	"fmt"
	"github.com/aws/aws-sdk-go-v2/service/fake/types"
	"github.com/aws/smithy-go/middleware"
)

func (c *Client) RunOperation(ctx context.Context, params *RunOperationInput, optFns ...func(*Options)) (*RunOperationOutput, error) {
	if params == nil {
		params = &RunOperationInput{}
	}
	result, metadata, err := c.invokeOperation(ctx, "RunOperation", params, optFns, c.addOperationRunOperationMiddlewares)
	if err != nil {
		return nil, err
	}
	out := result.(*RunOperationOutput)
	out.ResultMetadata = metadata
	return out, nil
}

type RunOperationInput struct {
	// What the operation is known by. It is an idempotency token, too.
	OperationId *string

	noSmithyDocumentSerde
}

type RunOperationOutput struct {
	// Made by the service: no member of the input.
	ClientToken *string
}

type idempotencyToken_initializeOpRunOperation struct {
	tokenProvider IdempotencyTokenProvider
}

func (*idempotencyToken_initializeOpRunOperation) ID() string {
	return "OperationIdempotencyTokenAutoFill"
}

func (m *idempotencyToken_initializeOpRunOperation) HandleInitialize(ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler) (
	out middleware.InitializeOutput, metadata middleware.Metadata, err error,
) {
	if m.tokenProvider == nil {
		return next.HandleInitialize(ctx, in)
	}
	input, ok := in.Parameters.(*RunOperationInput)
	if !ok {
		return out, metadata, fmt.Errorf("expected middleware input to be of type *RunOperationInput ")
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
