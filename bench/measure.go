// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// suite is one call of the benchmark.
type suite struct {
	dir              string // for what it generates
	runs             int
	pattern          string
	idemscope, floor string // the tools
	cold             int    // values that were used up
}

// contender is one way to check a program.
type contender struct {
	name string
	args func() []string // of a cold run
}

// cost is what a run has taken.
type cost struct {
	wall, cpu time.Duration
	memory    int64 // of the largest process, bytes
}

// measure runs a command. That it finds something is no failure.
func measure(dir string, args []string) (cost, error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	start := time.Now()
	err := cmd.Run()
	c := cost{wall: time.Since(start)}
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() <= 3) {
		return c, fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, &stderr)
	}
	c.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		c.memory = u.Maxrss << 10 // on Linux in kilobytes
	}
	return c, nil
}

// race runs contenders in turn, so that a machine that is busy for a while is busy for all
// of them, and returns the medians.
func (b *suite) race(dir string, cs []contender) ([]cost, error) {
	all := make([][]cost, len(cs))
	for range b.runs {
		for i, c := range cs {
			got, err := measure(dir, c.args())
			if err != nil {
				return nil, err
			}
			all[i] = append(all[i], got)
		}
	}
	out := make([]cost, len(cs))
	for i, costs := range all {
		out[i] = cost{median(costs, func(c cost) time.Duration { return c.wall }), median(costs, func(c cost) time.Duration { return c.cpu }), median(costs, func(c cost) int64 { return c.memory })}
	}
	return out, nil
}

func median[T int64 | time.Duration](costs []cost, of func(cost) T) T {
	var vs []T
	for _, c := range costs {
		vs = append(vs, of(c))
	}
	slices.Sort(vs)
	return vs[len(vs)/2]
}

// fresh is a value that no run had before.
func (b *suite) fresh() string {
	b.cold++
	return fmt.Sprintf("%d-%d-%d", os.Getpid(), time.Now().UnixNano(), b.cold)
}

// machine names where the numbers come from.
func machine() string {
	cpu := ""
	if data, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(data)) {
			if name, ok := strings.CutPrefix(line, "model name"); ok {
				cpu = strings.Trim(name, " \t:\n") + ", "
				break
			}
		}
	}
	return fmt.Sprintf("%s%d processors, %s/%s, %s, %s", cpu, runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version(), time.Now().Format(time.DateOnly))
}

// table prints medians, and each as a multiple of the first.
func table(cs []contender, costs []cost) {
	fmt.Println("| | wall | CPU | largest process | wall, of the first | CPU, of the first |")
	fmt.Println("| --- | --- | --- | --- | --- | --- |")
	for i, c := range cs {
		x := costs[i]
		fmt.Printf("| %s | %.2f s | %.2f s | %d MB | %.2f | %.2f |\n", c.name, x.wall.Seconds(), x.cpu.Seconds(), x.memory>>20,
			x.wall.Seconds()/costs[0].wall.Seconds(), x.cpu.Seconds()/costs[0].cpu.Seconds())
	}
	fmt.Println()
}
