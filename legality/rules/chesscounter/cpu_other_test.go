//go:build !unix

package chesscounter

import "time"

var start = time.Now()

// cpuTime returns wall time where the processor time is not known.
func cpuTime() time.Duration { return time.Since(start) }
