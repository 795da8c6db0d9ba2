// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package dims has stores of every dimension.
package dims

import (
	"context"
	"crypto/rand"
	"errors"
)

type key = string

type API struct{ addr string }

//idemscope:send key=k to=a
func (a *API) Send(ctx context.Context, k key) error { return nil }

//idemscope:store scope=process
type perProcess struct{}

func (perProcess) Put(k key) {}

//idemscope:store scope=server
type perServer struct{}

func (perServer) Put(k key) {}

//idemscope:store scope=zone
type perZone struct{}

func (perZone) Put(k key) {}

//idemscope:store scope=cluster
type perCluster struct{}

func (perCluster) Put(k key) {}

//idemscope:store scope=region
type perRegion struct{}

func (perRegion) Put(k key) {}

//idemscope:store scope=region,tenant
type perRegionTenant struct{}

func (perRegionTenant) Put(k key) {}

//idemscope:store scope=account
type perAccount struct{}

func (perAccount) Put(k key) {}

//idemscope:store scope=queue
type perQueue struct{}

func (perQueue) Put(k key) {}

//idemscope:store scope=stream
type perStream struct{}

func (perStream) Put(k key) {}

type net struct {
	//idemscope:endpoint region=us zone=a cluster=blue server=1
	us1 *API
	//idemscope:endpoint region=us zone=a cluster=blue server=2
	us2 *API
	//idemscope:endpoint region=us zone=b cluster=green
	us3 *API
	//idemscope:endpoint region=eu zone=a cluster=blue server=1
	eu1 *API
	//idemscope:endpoint queue=orders
	q1 *API
	//idemscope:endpoint queue=orders-dlq
	q2 *API
	//idemscope:endpoint stream=s1
	s1 *API
	//idemscope:endpoint stream=s2
	s2 *API
	//idemscope:endpoint account=1
	a1 *API
	//idemscope:endpoint account=2
	a2 *API
	//idemscope:endpoint server=*
	lb *API
	//idemscope:endpoint process=*
	forked *API
	//idemscope:endpoint zone=*
	anyZone *API
	//idemscope:endpoint pinned
	pin   *API
	plain *API
}

func (n *net) ProcessSame(ctx context.Context, st perProcess) error {
	k := rand.Text()
	st.Put(k)
	if err := n.plain.Send(ctx, k); err != nil {
		return n.plain.Send(ctx, k) // want "scope: "
	}
	return nil
}

func (n *net) ProcessPinned(ctx context.Context, st perProcess) error {
	k := rand.Text()
	st.Put(k)
	if err := n.pin.Send(ctx, k); err != nil {
		return n.pin.Send(ctx, k)
	}
	return nil
}

func (n *net) ServerSameDeclared(ctx context.Context, st perServer) error {
	k := rand.Text()
	st.Put(k)
	if err := n.us1.Send(ctx, k); err != nil {
		return n.us1.Send(ctx, k)
	}
	return nil
}

func (n *net) ServerSamePlain(ctx context.Context, st perServer) error {
	k := rand.Text()
	st.Put(k)
	if err := n.plain.Send(ctx, k); err != nil {
		return n.plain.Send(ctx, k) // want "scope: "
	}
	return nil
}

func (n *net) ServerOther(ctx context.Context, st perServer) error {
	k := rand.Text()
	st.Put(k)
	if err := n.us1.Send(ctx, k); err != nil {
		return n.us2.Send(ctx, k) // want "scope: "
	}
	return nil
}

func (n *net) ServerOtherRegion(ctx context.Context, st perServer) error {
	k := rand.Text()
	st.Put(k)
	if err := n.us1.Send(ctx, k); err != nil {
		return n.eu1.Send(ctx, k) // want "scope: "
	}
	return nil
}

func (n *net) ZoneSame(ctx context.Context, st perZone) error {
	k := rand.Text()
	st.Put(k)
	if err := n.us1.Send(ctx, k); err != nil {
		return n.us2.Send(ctx, k)
	}
	return nil
}

func (n *net) ZoneOther(ctx context.Context, st perZone) error {
	k := rand.Text()
	st.Put(k)
	if err := n.us1.Send(ctx, k); err != nil {
		return n.us3.Send(ctx, k) // want "scope: "
	}
	return nil
}

func (n *net) ZoneAny(ctx context.Context, st perZone) error {
	k := rand.Text()
	st.Put(k)
	for range 3 {
		if n.anyZone.Send(ctx, k) == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("none")
}

func (n *net) ZoneAnyRegion(ctx context.Context, st perRegion) error {
	k := rand.Text()
	st.Put(k)
	for range 3 {
		if n.anyZone.Send(ctx, k) == nil {
			return nil
		}
	}
	return errors.New("none")
}

func (n *net) ClusterOther(ctx context.Context, st perCluster) error {
	k := rand.Text()
	st.Put(k)
	if err := n.us1.Send(ctx, k); err != nil {
		return n.us3.Send(ctx, k) // want "scope: "
	}
	return nil
}

func (n *net) ClusterSame(ctx context.Context, st perCluster) error {
	k := rand.Text()
	st.Put(k)
	if err := n.us1.Send(ctx, k); err != nil {
		return n.us2.Send(ctx, k)
	}
	return nil
}

func (n *net) ClusterSameOtherRegion(ctx context.Context, st perCluster) error {
	k := rand.Text()
	st.Put(k)
	if err := n.us1.Send(ctx, k); err != nil {
		return n.eu1.Send(ctx, k) // want "scope: "
	}
	return nil
}

func (n *net) ServerAny(ctx context.Context, st perServer) error {
	k := rand.Text()
	st.Put(k)
	for range 3 {
		if n.lb.Send(ctx, k) == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("none")
}

func (n *net) ServerAnyRegion(ctx context.Context, st perRegion) error {
	k := rand.Text()
	st.Put(k)
	for range 3 {
		if n.lb.Send(ctx, k) == nil {
			return nil
		}
	}
	return errors.New("none")
}

func (n *net) Forked(ctx context.Context, st perProcess) error {
	k := rand.Text()
	st.Put(k)
	for range 3 {
		if n.forked.Send(ctx, k) == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("none")
}

func (n *net) Queue(ctx context.Context, st perQueue) error {
	k := rand.Text()
	st.Put(k)
	if err := n.q1.Send(ctx, k); err != nil {
		return n.q2.Send(ctx, k) // want "scope: "
	}
	return nil
}

func (n *net) QueueSame(ctx context.Context, st perQueue) error {
	k := rand.Text()
	st.Put(k)
	if err := n.q1.Send(ctx, k); err != nil {
		return n.q1.Send(ctx, k)
	}
	return nil
}

func (n *net) Stream(ctx context.Context, st perStream) error {
	k := rand.Text()
	st.Put(k)
	if err := n.s1.Send(ctx, k); err != nil {
		return n.s2.Send(ctx, k) // want "scope: "
	}
	return nil
}

func (n *net) Account(ctx context.Context, st perAccount) error {
	k := rand.Text()
	st.Put(k)
	if err := n.a1.Send(ctx, k); err != nil {
		return n.a2.Send(ctx, k) // want "tenant: "
	}
	return nil
}

func (n *net) AccountSame(ctx context.Context, st perAccount) error {
	k := rand.Text()
	st.Put(k)
	if err := n.a1.Send(ctx, k); err != nil {
		return n.a1.Send(ctx, k)
	}
	return nil
}

type TAPI struct{ addr string }

//idemscope:send key=k to=a tenant=tenant
func (a *TAPI) Send(ctx context.Context, tenant string, k key) error { return nil }

func RegionTenant(ctx context.Context, a, b *TAPI, st perRegionTenant, t1, t2 string) error {
	k := rand.Text()
	st.Put(k)
	if err := a.Send(ctx, t1, k); err != nil {
		return a.Send(ctx, t2, k) // want "tenant: "
	}
	return nil
}

func RegionTenantRegion(ctx context.Context, a, b *TAPI, st perRegionTenant, t1, t2 string) error {
	k := rand.Text()
	st.Put(k)
	if err := a.Send(ctx, t1, k); err != nil {
		return b.Send(ctx, t1, k) // want "scope: "
	}
	return nil
}

func RegionTenantBoth(ctx context.Context, a, b *TAPI, st perRegionTenant, t1, t2 string) error {
	k := rand.Text()
	st.Put(k)
	if err := a.Send(ctx, t1, k); err != nil {
		return b.Send(ctx, t2, k) // want "scope: "
	}
	return nil
}

func RegionTenantSame(ctx context.Context, a *TAPI, st perRegionTenant, t1 string) error {
	k := rand.Text()
	st.Put(k)
	if err := a.Send(ctx, t1, k); err != nil {
		return a.Send(ctx, t1, k)
	}
	return nil
}

func TenantConst(ctx context.Context, a *TAPI, st perRegionTenant) error {
	k := rand.Text()
	st.Put(k)
	if err := a.Send(ctx, "acme", k); err != nil {
		return a.Send(ctx, "default", k) // want "tenant: "
	}
	return nil
}

// TenantUnderRegion changes the tenant under a store that does not ask for it.
func TenantUnderRegion(ctx context.Context, a *TAPI, st perRegion) error {
	k := rand.Text()
	st.Put(k)
	if err := a.Send(ctx, "acme", k); err != nil {
		return a.Send(ctx, "default", k)
	}
	return nil
}
