// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
	"unicode"
)

func TestCarriers(t *testing.T) {
	c := NewCarriers([]string{"X-Operation-Nonce"})
	for _, test := range []struct {
		name          string
		header, name2 bool // as a header, and as a field or a parameter
	}{
		{"Idempotency-Key", true, true},
		{"idempotency-key", true, true},
		{"IDEMPOTENCY_KEY", true, true},
		{"IdempotencyKey", true, true},
		{"idempotencyKey", true, true},
		{"Idempotence-Key", true, true},
		{"idempotent_token", true, true},
		{"X-Idempotency-Key", true, false},
		{"Stripe-Idempotency-Key", true, false},
		{"X-Acme-Idempotency-Key", true, false},
		{"ClientToken", true, true},
		{"clientToken", true, true},
		{"client_request_token", true, true},
		{"ClientRequestToken", true, true},
		{"MessageDeduplicationId", true, true},
		{"MessageDeduplicationID", true, true},
		{"message-deduplication-id", true, true},
		{"X-Operation-Nonce", true, false},
		{"x_operation_nonce", true, false},

		{"", false, false},
		{"-", false, false},
		{"Key", false, false},
		{"Token", false, false},
		{"RequestId", false, false},
		{"X-Request-ID", false, false},
		{"CorrelationId", false, false},
		{"TraceId", false, false},
		{"NextToken", false, false},
		{"Authorization", false, false},
		{"ClientSecret", false, false},
		{"ClientID", false, false},
		{"AccessToken", false, false},
		{"Idempotency", false, false},
		{"Idempotent", false, false},
		{"Idempotency-Key-Header", false, false},
		{"IdempotencyKeyFunc", false, false},
		{"IdempotencyKeys", false, false},
		{"Idempotency-Replayed", false, false},
		{"MessageGroupId", false, false},
		{"Operation-Nonce", false, false},
		{"The longest vendor prefix of all Idempotency-Key", false, false},
	} {
		if got := c.Header(test.name); got != test.header {
			t.Errorf("Header(%q) = %v", test.name, got)
		}
		if got := c.Name(test.name); got != test.name2 {
			t.Errorf("Name(%q) = %v", test.name, got)
		}
	}
}

func TestTenantNames(t *testing.T) {
	for name, want := range map[string]bool{
		"tenant": true, "Tenant": true, "tenantID": true, "TenantId": true, "tenant_id": true, "X-Tenant-ID": true, "x-tenant": true,
		"": false, "tenants": false, "TenantName": false, "account": false, "customer": false, "id": false, "xtenant": false, "X": false,
	} {
		if got := Tenant(name); got != want {
			t.Errorf("Tenant(%q) = %v", name, got)
		}
	}
}

// TestFieldOf checks the types that a key may have, and the field that is more often something else.
func TestFieldOf(t *testing.T) {
	c := NewCarriers(nil)
	str := types.Typ[types.String]
	for _, test := range []struct {
		name, owner string
		typ         types.Type
		want        bool
	}{
		{"IdempotencyKey", "Charge", str, true},
		{"IdempotencyKey", "Charge", types.NewPointer(str), true},
		{"IdempotencyKey", "Charge", types.NewSlice(types.Typ[types.Byte]), true},
		{"IdempotencyKey", "Charge", types.NewArray(types.Typ[types.Byte], 16), true},
		{"IdempotencyKey", "Charge", types.Typ[types.Int], false},
		{"IdempotencyKey", "Charge", types.NewSignatureType(nil, nil, nil, nil, nil, false), false},
		{"IdempotencyKey", "Charge", types.NewSlice(str), false},
		{"ClientToken", "RunInstancesInput", types.NewPointer(str), true},
		{"ClientToken", "CreateRequest", str, true},
		{"ClientToken", "SecretAuth", str, false},
		{"ClientToken", "", str, false},
		{"Amount", "ChargeInput", str, false},
	} {
		f := types.NewField(token.NoPos, nil, test.name, test.typ, false)
		if got := c.FieldOf(f, test.owner); got != test.want {
			t.Errorf("FieldOf(%s %s of %s) = %v", test.name, test.typ, test.owner, got)
		}
	}
}

func TestWords(t *testing.T) {
	for name, want := range map[string]string{
		"":                       "",
		"Idempotency-Key":        "idempotency key",
		"idempotencyKey":         "idempotency key",
		"IDEMPOTENCY_KEY":        "idempotency key",
		"XIdempotencyKey":        "x idempotency key",
		"MessageDeduplicationID": "message deduplication id",
		"HTTPClientToken":        "http client token",
		"ID":                     "id",
		"a1B2":                   "a1 b2",
		"--x--y--":               "x y",
		"straßeNummer":           "straße nummer",
	} {
		if got := strings.Join(words(name), " "); got != want {
			t.Errorf("words(%q) = %q, want %q", name, got, want)
		}
	}
}

// FuzzCarriers checks that spelling does not matter: case, hyphens and underscores.
func FuzzCarriers(f *testing.F) {
	for _, s := range []string{"", "Idempotency-Key", "X-Amz-Client-Token", "clientToken", "MessageDeduplicationID", "İ-K", "ß", "\xff", "K\u0301ey"} {
		f.Add(s)
	}
	c := NewCarriers([]string{"X-Operation-Nonce"})
	f.Fuzz(func(t *testing.T, s string) {
		w := words(s)
		for _, x := range w {
			if x == "" || strings.ContainsFunc(x, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.M, r) }) {
				t.Errorf("words(%q) has %q", s, x)
			}
		}
		if c.Name(s) && !c.Header(s) {
			t.Errorf("%q is a carrier as a field and none as a header", s)
		}
		if got := strings.Join(w, ""); squeeze(s) != got {
			t.Errorf("squeeze(%q) = %q, its words together are %q", s, squeeze(s), got)
		}
		if leading(s) != strings.Join(w[:min(1, len(w))], "") {
			t.Errorf("leading(%q) = %q, of the words %q", s, leading(s), w)
		}
		for i := range min(3, len(w)) { // whatever the name's end looks like
			if standardKeys[strings.Join(w[i:], "")] && !c.Header(s) {
				t.Errorf("%q is no header, and ends with a carrier's name", s)
			}
		}
		joined := strings.Join(w, "-")
		if got := words(joined); len(w) > 0 && ascii(s) && !slices.Equal(got, w) {
			t.Errorf("words(%q) = %q, and of these joined %q", s, w, got)
		}
		if ascii(s) && c.Header(joined) != c.Header(s) {
			t.Errorf("Header(%q) = %v, Header(%q) = %v", s, c.Header(s), joined, c.Header(joined))
		}
		Tenant(s)
		c.entry(s)
	})
}

func ascii(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII })
}
