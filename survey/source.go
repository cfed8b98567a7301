package survey

import "fmt"

// SourceLine says in one line where the figures of a report come from.
func SourceLine(r *Report) string {
	return fmt.Sprintf("chesscensus, space %s, n = %d, seed %d, effort %v", r.Space, r.Draws, r.Seed, r.Effort)
}
