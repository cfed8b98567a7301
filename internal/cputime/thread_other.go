//go:build !linux

package cputime

import "time"

var threadStart = time.Now()

func thread() float64 { return time.Since(threadStart).Seconds() }
