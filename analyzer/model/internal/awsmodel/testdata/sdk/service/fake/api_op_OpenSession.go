// In the form of the SDK's own source. It is parsed; it need not compile.

package fake

import (
	"context"
	"fmt"
	"github.com/aws/aws-sdk-go-v2/service/fake/types"
	"github.com/aws/smithy-go/middleware"
)

func (c *Client) OpenSession(ctx context.Context, params *OpenSessionInput, optFns ...func(*Options)) (*OpenSessionOutput, error) {
	if params == nil {
		params = &OpenSessionInput{}
	}
	result, metadata, err := c.invokeOperation(ctx, "OpenSession", params, optFns, c.addOperationOpenSessionMiddlewares)
	if err != nil {
		return nil, err
	}
	out := result.(*OpenSessionOutput)
	out.ResultMetadata = metadata
	return out, nil
}

type OpenSessionInput struct {
	// The session, if there is one.
	SessionId *string

	noSmithyDocumentSerde
}

type OpenSessionOutput struct {
	// Made by the service: no member of the input.
	ClientToken *string
}

type idempotencyToken_initializeOpOpenSession struct {
	tokenProvider IdempotencyTokenProvider
}

func (*idempotencyToken_initializeOpOpenSession) ID() string {
	return "OperationIdempotencyTokenAutoFill"
}

func (m *idempotencyToken_initializeOpOpenSession) HandleInitialize(ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler) (
	out middleware.InitializeOutput, metadata middleware.Metadata, err error,
) {
	if m.tokenProvider == nil {
		return next.HandleInitialize(ctx, in)
	}
	input, ok := in.Parameters.(*OpenSessionInput)
	if !ok {
		return out, metadata, fmt.Errorf("expected middleware input to be of type *OpenSessionInput ")
	}
	if input.SessionId == nil {
		t, err := m.tokenProvider.GetIdempotencyToken()
		if err != nil {
			return out, metadata, err
		}
		input.SessionId = &t
	}
	return next.HandleInitialize(ctx, in)
}
