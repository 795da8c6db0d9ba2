// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package lists makes lists of endpoints in all places where lists are made: what is declared
// of an element holds, whatever the list looks like.
package lists

import "context"

//idemscope:send key=key to=url
func post(ctx context.Context, url, key string) error { return wire.Do(ctx, url, key) }

var wire interface {
	Do(ctx context.Context, url, key string) error
}

//idemscope:store scope=region
type Dedup interface{ First(key string) bool }

//idemscope:endpoint region=us-east-1
const A = "https://a.example.com"

//idemscope:endpoint region=us-east-1
const B = "https://b.example.com"

//idemscope:endpoint region=eu-west-1
const C = "https://c.example.com"

func each(ctx context.Context, urls []string, key string) (err error) {
	for _, u := range urls {
		if err = post(ctx, u, key); err == nil {
			return nil
		}
	}
	return err
}

// Early returns from the branch in which the list is made.
func Early(ctx context.Context, d Dedup, key string, on bool) error {
	d.First(key)
	if on {
		all := []string{A, B}
		var err error
		for _, u := range all {
			if err = post(ctx, u, key); err == nil {
				return nil
			}
		}
		return err
	}
	return post(ctx, A, key)
}

func EarlyLeaves(ctx context.Context, d Dedup, key string, on bool) error {
	d.First(key)
	if on {
		all := []string{A, C}
		var err error
		for _, u := range all {
			if err = post(ctx, u, key); err == nil { // want "scope"
				return nil
			}
		}
		return err
	}
	return post(ctx, A, key)
}

// Either of two lists, in one of which is another region.
func Either(ctx context.Context, d Dedup, key string, on bool) (err error) {
	d.First(key)
	all := []string{A, B}
	if on {
		all = []string{B, A}
	}
	for _, u := range all {
		if err = post(ctx, u, key); err == nil {
			return nil
		}
	}
	return err
}

func EitherLeaves(ctx context.Context, d Dedup, key string, on bool) (err error) {
	d.First(key)
	all := []string{A, B}
	if on {
		all = []string{B, C}
	}
	for _, u := range all {
		if err = post(ctx, u, key); err == nil { // want "scope"
			return nil
		}
	}
	return err
}

// Element chooses what stands in the list.
func Element(ctx context.Context, d Dedup, key string, on bool) (err error) {
	d.First(key)
	second := B
	if on {
		second = A
	}
	for _, u := range []string{A, second} {
		if err = post(ctx, u, key); err == nil {
			return nil
		}
	}
	return err
}

func ElementLeaves(ctx context.Context, d Dedup, key string, on bool) (err error) {
	d.First(key)
	second := B
	if on {
		second = C
	}
	for _, u := range []string{A, second} {
		if err = post(ctx, u, key); err == nil { // want "scope"
			return nil
		}
	}
	return err
}

// Appended has one more if it is asked for.
func Appended(ctx context.Context, d Dedup, key string, on bool) (err error) {
	d.First(key)
	all := []string{A}
	if on {
		all = append(all, B)
	}
	for _, u := range all {
		if err = post(ctx, u, key); err == nil {
			return nil
		}
	}
	return err
}

func AppendedLeaves(ctx context.Context, d Dedup, key string, on bool) (err error) {
	d.First(key)
	all := []string{A}
	if on {
		all = append(all, C)
	}
	for _, u := range all {
		if err = post(ctx, u, key); err == nil { // want "scope"
			return nil
		}
	}
	return err
}

// Again makes the list in each turn of the loop around it.
func Again(ctx context.Context, d Dedup, key string) (err error) {
	d.First(key)
	for range 3 {
		if err = each(ctx, []string{A, B}, key); err == nil {
			return nil
		}
	}
	return err
}

func AgainLeaves(ctx context.Context, d Dedup, key string) (err error) {
	d.First(key)
	for range 3 {
		if err = each(ctx, []string{A, C}, key); err == nil { // want "scope"
			return nil
		}
	}
	return err
}

// Rest takes from both ends.
func Rest(ctx context.Context, d Dedup, key string) (err error) {
	d.First(key)
	for all := []string{A, B}; len(all) > 0; all = all[:len(all)-1] {
		if err = post(ctx, all[len(all)-1], key); err == nil {
			return nil
		}
	}
	return err
}

// Map is gone through in any order.
func Map(ctx context.Context, d Dedup, key string) (err error) {
	d.First(key)
	m := map[string]string{"a": A}
	m["b"] = B
	for _, u := range m {
		if err = post(ctx, u, key); err == nil {
			return nil
		}
	}
	return err
}

func MapLeaves(ctx context.Context, d Dedup, key string) (err error) {
	d.First(key)
	m := map[string]string{"a": A}
	m["b"] = C
	for _, u := range m {
		if err = post(ctx, u, key); err == nil { // want "scope"
			return nil
		}
	}
	return err
}

// A variable of the package, and one to which something is appended.
var (
	near  = []string{A, B}
	grown = []string{A}
	array = [...]string{A, B}
	byKey = map[string]string{"a": A, "b": B}
)

func init() { grown = append(grown, C) }

func Near(ctx context.Context, d Dedup, key string) (err error) {
	d.First(key)
	for _, u := range near {
		if err = post(ctx, u, key); err == nil {
			return nil
		}
	}
	return err
}

func Grown(ctx context.Context, d Dedup, key string) (err error) {
	d.First(key)
	for _, u := range grown {
		if err = post(ctx, u, key); err == nil { // want "scope"
			return nil
		}
	}
	return err
}

func Array(ctx context.Context, d Dedup, key string) (err error) {
	d.First(key)
	for i := range array {
		if err = post(ctx, array[i], key); err == nil {
			return nil
		}
	}
	return err
}

func ByKey(ctx context.Context, d Dedup, key string) (err error) {
	d.First(key)
	for _, u := range byKey {
		if err = post(ctx, u, key); err == nil {
			return nil
		}
	}
	return err
}

// changed is written to where nobody knows what.
var changed = []string{A, B}

// Set changes an element.
func Set(i int, url string) { changed[i] = url }

func Changed(ctx context.Context, d Dedup, key string) (err error) {
	d.First(key)
	for _, u := range changed {
		if err = post(ctx, u, key); err == nil { // want "scope"
			return nil
		}
	}
	return err
}

// Client has a list that its constructor makes, and lists that are declared.
type Client struct {
	made []string

	//idemscope:endpoint region=us-east-1
	hosts []string

	//idemscope:endpoint region=us-east-1
	zones map[string][]string

	//idemscope:endpoint region=us-east-1
	pair [2]string

	plain []string
}

// New has the hosts from elsewhere.
func New(hosts, plain []string) *Client {
	return &Client{made: []string{A, B}, hosts: hosts, plain: plain}
}

func (c *Client) Made(ctx context.Context, d Dedup, key string) (err error) {
	d.First(key)
	for _, u := range c.made {
		if err = post(ctx, u, key); err == nil {
			return nil
		}
	}
	return err
}

func (c *Client) Hosts(ctx context.Context, d Dedup, key string) error {
	d.First(key)
	return each(ctx, c.hosts, key)
}

func (c *Client) Zone(ctx context.Context, d Dedup, key string) (err error) {
	d.First(key)
	for _, u := range c.zones["a"] {
		if err = post(ctx, u, key); err == nil {
			return nil
		}
	}
	return err
}

func (c *Client) Pair(ctx context.Context, d Dedup, key string) (err error) {
	d.First(key)
	for i := range 4 {
		if err = post(ctx, c.pair[i%2], key); err == nil {
			return nil
		}
	}
	return err
}

func (c *Client) Part(ctx context.Context, d Dedup, key string) (err error) {
	d.First(key)
	for rest := c.hosts[1:]; len(rest) > 0; rest = rest[1:] {
		if err = post(ctx, rest[0], key); err == nil {
			return nil
		}
	}
	return err
}

func (c *Client) Mixed(ctx context.Context, d Dedup, key string) (err error) {
	d.First(key)
	for _, u := range c.hosts {
		if err = post(ctx, u, key); err == nil {
			return nil
		}
	}
	return post(ctx, C, key) // want "scope"
}

func (c *Client) Plain(ctx context.Context, d Dedup, key string) error {
	d.First(key)
	return each(ctx, c.plain, key) // want "scope"
}

// Conn is a way to one host.
type Conn struct{ url string }

//idemscope:send key=key to=c
func (c *Conn) Charge(ctx context.Context, key string) error { return post(ctx, c.url, key) }

// Backend embeds one.
type Backend struct {
	*Conn
	Name string
}

// Pair has two of them in one region, and one in another.
type Pair struct {
	//idemscope:endpoint region=us-east-1
	East *Backend

	//idemscope:endpoint region=us-east-1
	Spare *Backend

	//idemscope:endpoint region=eu-west-1
	West *Backend
}

// Promoted calls a method of the embedded part of each element.
func (p *Pair) Promoted(ctx context.Context, d Dedup, key string) (err error) {
	d.First(key)
	for _, b := range []*Backend{p.East, p.Spare} {
		if err = b.Charge(ctx, key); err == nil {
			return nil
		}
	}
	return err
}

func (p *Pair) PromotedLeaves(ctx context.Context, d Dedup, key string) (err error) {
	d.First(key)
	for _, b := range []*Backend{p.East, p.West} {
		if err = b.Charge(ctx, key); err == nil { // want "scope"
			return nil
		}
	}
	return err
}

func again(f func() error) (err error) {
	for range 3 {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

func (p *Pair) queue(ctx context.Context, key string, rest []*Backend) (err error) {
	for len(rest) > 0 {
		b := rest[0]
		rest = rest[1:]
		if err = b.Charge(ctx, key); err == nil {
			return nil
		}
	}
	return err
}

// QueueCalled has the queue in a function that does not know of the store.
func (p *Pair) QueueCalled(ctx context.Context, d Dedup, key string) error {
	d.First(key)
	return p.queue(ctx, key, []*Backend{p.East, p.Spare})
}

func (p *Pair) QueueCalledLeaves(ctx context.Context, d Dedup, key string) error {
	d.First(key)
	return p.queue(ctx, key, []*Backend{p.East, p.West}) // want "scope"
}

// QueueAgain goes through it once more if all have failed.
func (p *Pair) QueueAgain(ctx context.Context, d Dedup, key string) error {
	d.First(key)
	return again(func() error { return p.queue(ctx, key, []*Backend{p.East, p.Spare}) })
}

func (c *Client) all() []string { return append([]string{A}, c.hosts...) }

// Joined has one endpoint of a list that is known, and all of one that is declared.
func (c *Client) Joined(ctx context.Context, d Dedup, key string) (err error) {
	d.First(key)
	for _, u := range c.all() {
		if err = post(ctx, u, key); err == nil {
			return nil
		}
	}
	return err
}

func (c *Client) JoinedLeaves(ctx context.Context, d Dedup, key string) (err error) {
	d.First(key)
	for _, u := range append([]string{C}, c.hosts...) {
		if err = post(ctx, u, key); err == nil { // want "scope"
			return nil
		}
	}
	return err
}

//idemscope:endpoint region=eu-west-1
const C2 = "https://c2.example.com"

func hostsOf(region string) []string {
	switch region {
	case "eu":
		return []string{C, C2}
	default:
		return []string{A, B}
	}
}

// OneOfTwo goes through one list, whichever.
func OneOfTwo(ctx context.Context, d Dedup, key, region string) (err error) {
	d.First(key)
	for _, u := range hostsOf(region) {
		if err = post(ctx, u, key); err == nil {
			return nil
		}
	}
	return err
}

// OneThenOther goes through both.
func OneThenOther(ctx context.Context, d Dedup, key string) (err error) {
	d.First(key)
	for _, region := range []string{"us", "eu"} {
		for _, u := range hostsOf(region) {
			if err = post(ctx, u, key); err == nil { // want "scope"
				return nil
			}
		}
	}
	return err
}

// Together chooses both endpoints in one branch.
func Together(ctx context.Context, d Dedup, key string, eu bool) error {
	d.First(key)
	u, v := A, B
	if eu {
		u, v = C, C2
	}
	if err := post(ctx, u, key); err == nil {
		return nil
	}
	return post(ctx, v, key)
}

// Crossed chooses the second one of the other region.
func Crossed(ctx context.Context, d Dedup, key string, eu bool) error {
	d.First(key)
	u, v := A, C
	if eu {
		u, v = C2, B
	}
	if err := post(ctx, u, key); err == nil {
		return nil
	}
	return post(ctx, v, key) // want "scope"
}

// Caller is embedded in values, and these are handed to a helper that knows nothing of endpoints.
type Caller interface {
	//idemscope:send key=key to=Caller
	Do(ctx context.Context, key string) error
}

type Wrapped struct {
	Caller
	Name string
}

// Wraps has two of one region, and one of another.
type Wraps struct {
	//idemscope:endpoint region=us-east-1
	A Wrapped

	//idemscope:endpoint region=us-east-1
	B Wrapped

	//idemscope:endpoint region=eu-west-1
	C Wrapped
}

func failover[T any](xs []T, f func(T) error) (err error) {
	for _, x := range xs {
		if err = f(x); err == nil {
			return nil
		}
	}
	return err
}

func (s *Wraps) Generic(ctx context.Context, d Dedup, key string) error {
	d.First(key)
	return failover([]Wrapped{s.A, s.B}, func(w Wrapped) error { return w.Do(ctx, key) })
}

func (s *Wraps) GenericLeaves(ctx context.Context, d Dedup, key string) error {
	d.First(key)
	return failover([]Wrapped{s.A, s.C}, func(w Wrapped) error { return w.Do(ctx, key) }) // want "scope"
}
