//go:build unix

package cputime

import (
	"syscall"
	"time"
)

func used() time.Duration { return usage(syscall.RUSAGE_SELF) }

func usage(target int) time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(target, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
