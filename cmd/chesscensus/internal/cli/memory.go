package cli

import (
	"os"
	"runtime/debug"
)

// LimitHeapGrowth starts the garbage collector whenever the heap has grown by the given percentage of its live part, unless the variable
// GOGC is set. It is for commands with large tables that stay alive: by default (100 percent) half of their memory would be garbage.
// docs/BENCHMARKS.md has measurements of memory and time.
func LimitHeapGrowth(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}
