//go:build unix

package bound

import (
	"syscall"
	"time"
)

// cpuTime returns the processor time that the process has used, which other work
// on the machine does not change much.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
