package survey

import "fmt"

// SourceLine returns the space, number of draws, seed and effort of a report in one line.
func SourceLine(r *Report) string {
	return fmt.Sprintf("chesscensus, space %s, n = %d, seed %d, effort %v", r.Space, r.Draws, r.Seed, r.Effort)
}
