// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package dynamos keeps keys in a table of DynamoDB, on condition that there is none yet.
package dynamos

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

type userKey struct{}

// UserFromContext tells who is calling.
func UserFromContext(ctx context.Context) string {
	u, _ := ctx.Value(userKey{}).(string)
	return u
}

type handler struct {
	db   *dynamodb.Client
	next http.Handler
}

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

// ServeHTTP knows who is calling and leaves it out.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	user := UserFromContext(r.Context())
	expires := strconv.FormatInt(time.Now().Add(time.Hour).Unix(), 10)
	_, err := h.db.PutItem(r.Context(), &dynamodb.PutItemInput{ // want "collision: .*callers"
		TableName: aws.String("requests"),
		Item: map[string]types.AttributeValue{
			"id":      &types.AttributeValueMemberS{Value: r.Header.Get("Idempotency-Key")},
			"expires": &types.AttributeValueMemberN{Value: expires},
		},
		ConditionExpression: aws.String("attribute_not_exists(id)"),
	})
	if err != nil {
		w.WriteHeader(http.StatusConflict)
		return
	}
	w.Header().Set("X-User", user)
	h.next.ServeHTTP(w, r)
}

type later struct{ handler }

// ServeHTTP fills the input in step by step.
func (h *later) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	user := UserFromContext(r.Context())
	in := &dynamodb.PutItemInput{TableName: aws.String("requests"), Item: map[string]types.AttributeValue{}}
	in.Item["pk"] = text("idem#" + r.Header.Get("Idempotency-Key"))
	in.ConditionExpression = aws.String("attribute_not_exists(pk)")
	if _, err := h.db.PutItem(r.Context(), in); err != nil { // want "collision: "
		w.WriteHeader(http.StatusConflict)
		return
	}
	w.Header().Set("X-User", user)
	h.next.ServeHTTP(w, r)
}

type scoped struct{ handler }

// ServeHTTP puts the user in front.
func (h *scoped) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	user := UserFromContext(r.Context())
	_, err := h.db.PutItem(r.Context(), &dynamodb.PutItemInput{
		TableName:           aws.String("requests"),
		Item:                map[string]types.AttributeValue{"id": text(user + "#" + r.Header.Get("Idempotency-Key"))},
		ConditionExpression: aws.String("attribute_not_exists(id)"),
	})
	if err != nil {
		w.WriteHeader(http.StatusConflict)
		return
	}
	h.next.ServeHTTP(w, r)
}

type sorted struct{ handler }

// ServeHTTP has the user in the other half of the key.
func (h *sorted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	user := UserFromContext(r.Context())
	_, err := h.db.PutItem(r.Context(), &dynamodb.PutItemInput{
		TableName:           aws.String("requests"),
		Item:                map[string]types.AttributeValue{"pk": text(r.Header.Get("Idempotency-Key")), "sk": text(user)},
		ConditionExpression: aws.String("attribute_not_exists(pk)"),
	})
	if err != nil {
		w.WriteHeader(http.StatusConflict)
		return
	}
	h.next.ServeHTTP(w, r)
}

type plain struct{ handler }

// ServeHTTP overwrites what is there: that guards nothing.
func (h *plain) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	user := UserFromContext(r.Context())
	if _, err := h.db.PutItem(r.Context(), &dynamodb.PutItemInput{
		TableName: aws.String("log"),
		Item:      map[string]types.AttributeValue{"id": text(r.Header.Get("Idempotency-Key")), "user": text(user)},
	}); err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	h.next.ServeHTTP(w, r)
}

type byUser struct{ handler }

// ServeHTTP has the key of somebody else's making: the user's rows.
func (h *byUser) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	user := UserFromContext(r.Context())
	if _, err := h.db.PutItem(r.Context(), &dynamodb.PutItemInput{
		TableName:           aws.String("profiles"),
		Item:                map[string]types.AttributeValue{"id": text(user), "token": text(r.Header.Get("Idempotency-Key"))},
		ConditionExpression: aws.String("attribute_not_exists(id)"),
	}); err != nil {
		w.WriteHeader(http.StatusConflict)
		return
	}
	h.next.ServeHTTP(w, r)
}
