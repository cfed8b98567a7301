// Package cputime reads the processor time of this process, or of a thread of it. Speed is measured with
// it, since other work on a shared machine changes it much less than wall time.
package cputime

import "time"

// Used returns the processor time that the process has used so far, in user and system mode and on all cores. On systems
// without such a clock it is the wall time since the start of the program.
func Used() time.Duration { return used() }

// Thread returns the processor time in seconds that the calling thread has used so far. For a goroutine that is locked to its
// thread, differences are its own processor time. On systems other than Linux it is wall time.
func Thread() float64 { return thread() }
