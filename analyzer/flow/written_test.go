// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/token"
	"strconv"
	"strings"
	"testing"
)

func TestWritten(t *testing.T) {
	c := NewCarriers(nil)
	for text, want := range map[string]bool{
		`var idempotencyKey string`:                                                 true,
		`func f(in *Input) { in.ClientToken = nil }`:                                true,
		`func f(p *Params) { p.SetIdempotencyKey("k") }`:                            true,
		`var o = moov.WithTransferIdempotencyKey`:                                   true,
		`const h = "Idempotency-Key"`:                                               true,
		`const h = "x-acme-idempotency-key"`:                                        true,
		`const h = "CLIENT_REQUEST_TOKEN"`:                                          true,
		`const h = "Message-Deduplication-Id"`:                                      true,
		"const q = `INSERT INTO payments (id, idempotency_key) VALUES ($1, $2)`":    true,
		`const q = "select 1 from idempotency_keys where id = $1"`:                  true,
		`const h = "X-Operation-Nonce"`:                                             false,
		`// The Idempotency-Key is not sent.`:                                       false,
		`func deduplicate(names []string) {}`:                                       false,
		`const CassandraQueryIdempotentKey = "cassandra.query.idempotent"`:          false,
		`type tokens struct { client, token string }`:                               false,
		`func f(ctx context.Context) { key(client.Token(ctx)) }`:                    false,
		`var message = deduplicationID`:                                             false,
		`const two = "Idempotency" + "-Key"`:                                        false,
		`const late = "the header Idempotency-Key is missing"`:                      false, // a header's name stands alone, and a column's has no hyphen
		`const long = "the column idempotency_key of a table whose name is longer"`: true,
	} {
		if got := c.Written([]byte("package p\n\n" + text + "\n")); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
	if c := NewCarriers([]string{"X-Operation-Nonce"}); !c.Written([]byte("package p\n\nconst h = \"x-operation-nonce\"\n")) {
		t.Error("a header of the settings is not found")
	}
}

// FuzzWritten holds the look at bytes against what the gate asks of literals and names: it
// may not refuse a file with one that these accept.
func FuzzWritten(f *testing.F) {
	for _, s := range []string{"Idempotency-Key", "X-Acme-Idempotence--Token", "clientRequestToken", "Message Deduplication ID", "a idempotency_keys b", "iDempotency\tKEY", "Idempotencyékey", "setIdempotencyKey"} {
		f.Add(s)
	}
	c := NewCarriers([]string{"X-Nonce"})
	f.Fuzz(func(t *testing.T, s string) {
		quoted := strconv.Quote(s)
		if strings.Contains(quoted, `\`) {
			return // a name that is spelled with escapes is not looked for
		}
		if c.Literal(s) && !c.Written([]byte("package p\n\nconst x = "+quoted+"\n")) {
			t.Errorf("the literal %q is not found", s)
		}
		if token.IsIdentifier(s) && c.Name(s) && !c.Written([]byte("package p\n\nvar "+s+" int\n")) {
			t.Errorf("the name %q is not found", s)
		}
	})
}
