// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package judged requires the modules on which idemscope has been judged. See README.md.
package judged

import (
	_ "github.com/ThreeDotsLabs/watermill/components/requeuer"
	_ "github.com/ThreeDotsLabs/watermill/message/router/middleware"
	_ "github.com/centrifugal/centrifuge"
	_ "github.com/cschleiden/go-workflows/backend/redis"
	_ "github.com/cschleiden/go-workflows/client"
	_ "github.com/cschleiden/go-workflows/worker"
	_ "github.com/dbos-inc/dbos-transact-golang/dbos"
	_ "github.com/gofiber/fiber/v2/middleware/idempotency"
	_ "github.com/gofiber/fiber/v3/middleware/idempotency"
	_ "github.com/guregu/dynamo/v2"
	_ "github.com/hashicorp/go-retryablehttp"
	_ "github.com/hashicorp/nomad/api"
	_ "github.com/hibiken/asynq"
	_ "github.com/openai/openai-go/v3"
	_ "github.com/plutov/paypal/v4"
	_ "github.com/razorpay/razorpay-go"
	_ "github.com/razorpay/razorpay-go/requests"
	_ "github.com/resend/resend-go/v2"
	_ "github.com/riverqueue/river"
	_ "github.com/square/square-go-sdk/client"
	_ "github.com/square/square-go-sdk/payments"
	_ "github.com/stripe/stripe-go/v82"
	_ "github.com/svix/svix-webhooks/go"
	_ "github.com/yandex-cloud/go-sdk/pkg/idempotency"
	_ "github.com/yandex-cloud/go-sdk/pkg/retry"
	_ "github.com/yandex-cloud/go-sdk/v2/pkg/transport/middleware/idempotency"
	_ "go.k6.io/k6/cloudapi"
	_ "go.temporal.io/sdk/interceptor"
	_ "go.temporal.io/sdk/temporalnexus"
)
