package chess

import "testing"

// BenchmarkTables is the part of the start-up time of every program that is spent
// on the attack tables.
func BenchmarkTables(b *testing.B) {
	for b.Loop() {
		fillTables()
	}
}
