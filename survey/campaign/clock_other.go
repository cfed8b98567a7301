//go:build !linux

package campaign

import "time"

var started = time.Now()

// cpuSeconds returns wall time where the processor time of a thread is not known.
func cpuSeconds() float64 { return time.Since(started).Seconds() }
