package cli

import (
	"os"
	"runtime/debug"
)

// Lean has the collector begin when the heap has grown by so many percent of what is alive, unless GOGC says otherwise: for commands whose tables and rows
// stay alive, and of which half of the memory would else be waste. docs/BENCHMARKS.md has what it gains and costs.
func Lean(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}
