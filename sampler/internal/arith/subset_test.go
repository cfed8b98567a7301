package arith

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
)

// TestBinomials compares the table with math/big.
func TestBinomials(t *testing.T) {
	for k := range Binomials {
		for n := range 65 {
			if want := new(big.Int).Binomial(int64(n), int64(k)); !want.IsUint64() || want.Uint64() != Binomials[k][n] {
				t.Fatalf("C(%d, %d) = %d, want %v", n, k, Binomials[k][n], want)
			}
		}
	}
}

// TestAllSubsets unranks and ranks all sets of up to four of eleven scattered squares.
func TestAllSubsets(t *testing.T) {
	const available = chess.Bitboard(1<<0 | 1<<5 | 1<<7 | 1<<8 | 1<<20 | 1<<21 | 1<<33 | 1<<47 | 1<<56 | 1<<62 | 1<<63)
	for m := range 5 {
		seen := map[chess.Bitboard]bool{}
		for i := range Binomials[m][11] {
			set := UnrankSet(i, m, available)
			if set&^available != 0 || set.Count() != m || seen[set] {
				t.Fatalf("set %d of %d squares is %b", i, m, set)
			}
			seen[set] = true
			if got := RankSet(set, available); got != i {
				t.Fatalf("RankSet(UnrankSet(%d, %d)) = %d", i, m, got)
			}
		}
	}
}

// TestLargeSubsets unranks and ranks random sets of up to 30 squares.
func TestLargeSubsets(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		available := chess.Bitboard(src.Uint64() | src.Uint64())
		m := src.IntN(mostMembers + 1)
		if available.Count() < m {
			continue
		}
		i := src.Uint64N(Binomials[m][available.Count()])
		set := UnrankSet(i, m, available)
		if set&^available != 0 || set.Count() != m || RankSet(set, available) != i {
			t.Fatalf("set %d of %d squares of %b is %b, of rank %d", i, m, available, set, RankSet(set, available))
		}
	}
}
