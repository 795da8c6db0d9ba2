// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// keys measures modules full of keys, each twice as large as the one before.
func (b *suite) keys(most int) error {
	fmt.Printf("\n## Modules full of keys, medians of %d\n\n", b.runs)
	fmt.Println("| sends | idemscope | memory | time, of the one before | memory, of the one before | go build | idemscope, of go build |")
	fmt.Println("| --- | --- | --- | --- | --- | --- | --- |")
	var before cost
	for sends := 1_000; sends <= most; sends *= 2 {
		dir := filepath.Join(b.dir, fmt.Sprint("keys", sends))
		if err := keys(dir, sends); err != nil {
			return err
		}
		// The first build is the one that compiles; there is but one of each module.
		build, err := measure(dir, []string{"go", "build", "./..."})
		if err != nil {
			return err
		}
		costs, err := b.race(dir, []contender{{"", func() []string { return []string{b.idemscope, "./..."} }}})
		if err != nil {
			return err
		}
		c := costs[0]
		fmt.Printf("| %d | %.2f s | %d MB |", sends, c.wall.Seconds(), c.memory>>20)
		fmt.Printf("%s %.2f s | %.2f |\n", growth(before, c), build.wall.Seconds(), c.wall.Seconds()/build.wall.Seconds())
		before = c
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	return nil
}

// growth are the cells of a table that compare a size with the one before, empty for the first.
func growth(before, c cost) string {
	if before.wall == 0 {
		return " | |"
	}
	return fmt.Sprintf(" %.2f | %.2f |", c.wall.Seconds()/before.wall.Seconds(), float64(c.memory)/float64(before.memory))
}

// worst measures programs that are as hard as their size allows.
func (b *suite) worst() error {
	fmt.Printf("\n## Worst cases, medians of %d\n\n", b.runs)
	fmt.Println("| program | n | idemscope | memory | time, of the one before | memory, of the one before |")
	fmt.Println("| --- | --- | --- | --- | --- | --- |")
	for _, w := range worsts {
		var before cost
		for _, n := range w.sizes {
			dir := filepath.Join(b.dir, "worst")
			if err := write(dir, w.files(n)); err != nil {
				return err
			}
			if _, err := measure(dir, []string{"go", "build", "./..."}); err != nil {
				return err
			}
			costs, err := b.race(dir, []contender{{"", func() []string { return []string{b.idemscope} }}})
			if err != nil {
				return err
			}
			c := costs[0]
			fmt.Printf("| %s | %d | %.2f s | %d MB |", w.name, n, c.wall.Seconds(), c.memory>>20)
			fmt.Println(growth(before, c))
			before = c
		}
	}
	return nil
}
