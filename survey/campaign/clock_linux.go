package campaign

import "golang.org/x/sys/unix"

// cpuSeconds returns the processor time of this thread. A worker is locked to its
// thread, so differences are what it has used itself.
func cpuSeconds() float64 {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
		return 0
	}
	return float64(t.Sec) + float64(t.Nsec)*1e-9
}
