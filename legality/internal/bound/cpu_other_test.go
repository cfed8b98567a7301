//go:build !unix

package bound

import "time"

var began = time.Now()

// cpuTime returns wall time where the processor time is not known.
func cpuTime() time.Duration { return time.Since(began) }
