//go:build unix

package cputime

import (
	"syscall"
	"time"
)

func used() time.Duration { return usage(syscall.RUSAGE_SELF) }

// usage returns the processor time of this process or thread, by getrusage(2).
func usage(target int) time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(target, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
