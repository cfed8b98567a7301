// Package cputime reads the processor time of this process. Speed is measured with
// it, since other work on a shared machine changes it much less than wall time.
package cputime

import "time"

// Used returns the processor time that the process has used so far, in user and
// system mode and on all cores. Where the system does not tell, it is the wall time
// since the start of the program.
func Used() time.Duration { return used() }
