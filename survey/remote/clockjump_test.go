//go:build clockjump

package remote

import "time"

// With -overlay of internal/skew the clock of a process can be set: "make faults" does so.
func init() { setClock = func(d time.Duration) { time.ClockSkew.Add(int64(d / time.Second)) } }
