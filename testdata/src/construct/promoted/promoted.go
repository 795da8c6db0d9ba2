// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package promoted calls methods of embedded parts: what is declared of the whole holds.
package promoted

import "context"

// Charger is a part that is an interface.
type Charger interface {
	//idemscope:send key=key to=Charger
	Charge(ctx context.Context, key string) error
}

// ByInterface has it embedded.
type ByInterface struct{ Charger }

type base struct{ host string }

//idemscope:send key=key to=b
func (b *base) Charge(ctx context.Context, key string) error { return ctx.Err() }

// ByValue has a value embedded.
type ByValue struct{ base }

type middle struct{ *base }

// Deep has it two levels down.
type Deep struct{ *middle }

type generic[T any] struct{ last T }

//idemscope:send key=key to=g
func (g *generic[T]) Charge(ctx context.Context, key string) error { return ctx.Err() }

// ByGeneric has a generic part.
type ByGeneric struct{ *generic[int] }

// Store guards one region.
//
//idemscope:store scope=region
type Store struct{}

// Interfaces are two in one region, and a third one elsewhere.
type Interfaces struct {
	//idemscope:endpoint region=us-east-1 store=Store
	A, B ByInterface

	//idemscope:endpoint region=eu-west-1 store=Store
	C ByInterface
}

// Stay stays.
func (s *Interfaces) Stay(ctx context.Context, key string) error {
	if err := s.A.Charge(ctx, key); err == nil {
		return nil
	}
	return s.B.Charge(ctx, key)
}

// Leave leaves.
func (s *Interfaces) Leave(ctx context.Context, key string) error {
	if err := s.A.Charge(ctx, key); err == nil {
		return nil
	}
	return s.C.Charge(ctx, key) // want "scope: .* can reach s.C outside"
}

// Values are embedded by value.
type Values struct {
	//idemscope:endpoint region=us-east-1 store=Store
	A, B ByValue

	//idemscope:endpoint region=eu-west-1 store=Store
	C *ByValue
}

// Stay stays.
func (s *Values) Stay(ctx context.Context, key string) error {
	if err := s.A.Charge(ctx, key); err == nil {
		return nil
	}
	return s.B.Charge(ctx, key)
}

// Leave leaves.
func (s *Values) Leave(ctx context.Context, key string) error {
	if err := s.A.Charge(ctx, key); err == nil {
		return nil
	}
	return s.C.Charge(ctx, key) // want "scope"
}

// Deeps are embedded twice.
type Deeps struct {
	//idemscope:endpoint region=us-east-1 store=Store
	A, B *Deep

	//idemscope:endpoint region=eu-west-1 store=Store
	C *Deep
}

// Stay stays.
func (s *Deeps) Stay(ctx context.Context, key string) error {
	if err := s.A.Charge(ctx, key); err == nil {
		return nil
	}
	return s.B.Charge(ctx, key)
}

// Leave leaves.
func (s *Deeps) Leave(ctx context.Context, key string) error {
	if err := s.A.Charge(ctx, key); err == nil {
		return nil
	}
	return s.C.Charge(ctx, key) // want "scope"
}

func charge(ctx context.Context, c *Deep, key string) error { return c.Charge(ctx, key) }

// Helper stays, behind a function.
func (s *Deeps) Helper(ctx context.Context, key string) error {
	if err := charge(ctx, s.A, key); err == nil {
		return nil
	}
	return charge(ctx, s.B, key)
}

// HelperLeaves leaves, behind a function.
func (s *Deeps) HelperLeaves(ctx context.Context, key string) error {
	if err := charge(ctx, s.A, key); err == nil {
		return nil
	}
	return charge(ctx, s.C, key) // want "scope"
}

// Method values are the same methods.
func (s *Deeps) Value(ctx context.Context, key string) error {
	first, second := s.A.Charge, s.B.Charge
	if err := first(ctx, key); err == nil {
		return nil
	}
	return second(ctx, key)
}

// Generics have a generic part.
type Generics struct {
	//idemscope:endpoint region=us-east-1 store=Store
	A, B *ByGeneric

	//idemscope:endpoint region=eu-west-1 store=Store
	C *ByGeneric
}

// Stay stays.
func (s *Generics) Stay(ctx context.Context, key string) error {
	if err := s.A.Charge(ctx, key); err == nil {
		return nil
	}
	return s.B.Charge(ctx, key)
}

// Leave leaves.
func (s *Generics) Leave(ctx context.Context, key string) error {
	if err := s.A.Charge(ctx, key); err == nil {
		return nil
	}
	return s.C.Charge(ctx, key) // want "scope"
}

type named struct{ inner *base }

// Named has a part that is not embedded: it is another endpoint than the whole.
type Named struct {
	//idemscope:endpoint region=us-east-1 store=Store
	A, B *named
}

// Send says nothing of the parts.
func (s *Named) Send(ctx context.Context, key string) error {
	if err := s.A.inner.Charge(ctx, key); err == nil {
		return nil
	}
	return s.B.inner.Charge(ctx, key) // want "undeclared"
}

type keeper struct{ m map[string]bool }

func (k *keeper) First(key string) bool { return !k.m[key] }

// Kept has a store that is embedded.
type Kept struct{ *keeper }

// Holder declares it.
type Holder struct {
	//idemscope:store scope=region
	Seen Kept

	//idemscope:endpoint region=us-east-1
	A *Deep

	//idemscope:endpoint region=eu-west-1
	B *Deep
}

// Pay asks the store by a promoted method.
func (h *Holder) Pay(ctx context.Context, key string) error {
	if !h.Seen.First(key) {
		return nil
	}
	if err := h.A.Charge(ctx, key); err == nil {
		return nil
	}
	return h.B.Charge(ctx, key) // want "scope"
}
