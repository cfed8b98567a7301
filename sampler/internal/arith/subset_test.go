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

// TestAllSubsets unranks and ranks all sets of up to four of eleven scattered squares, and compares ranks with the formula of RankSet.
func TestAllSubsets(t *testing.T) {
	const available = chess.Bitboard(1<<0 | 1<<5 | 1<<7 | 1<<8 | 1<<20 | 1<<21 | 1<<33 | 1<<47 | 1<<56 | 1<<62 | 1<<63)
	for members := range 5 {
		seen := map[chess.Bitboard]bool{}
		for index := range Binomials[members][11] {
			set := UnrankSet(index, members, available)
			if set&^available != 0 || set.Count() != members || seen[set] {
				t.Fatalf("set %d of %d squares is %b", index, members, set)
			}
			seen[set] = true
			if got := RankSet(set, available); got != index {
				t.Fatalf("RankSet(UnrankSet(%d, %d)) = %d", index, members, got)
			}
			formula, k := uint64(0), 0
			for sq := range set.All() {
				k++
				formula += Binomials[k][(available & (sq.BB() - 1)).Count()]
			}
			if formula != index {
				t.Fatalf("set %b has index %d, by the formula %d", set, index, formula)
			}
		}
	}
}

// TestLargeSubsets unranks and ranks random sets of up to 30 squares.
func TestLargeSubsets(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		available := chess.Bitboard(src.Uint64() | src.Uint64())
		members := src.IntN(mostMembers + 1)
		if available.Count() < members {
			continue
		}
		index := src.Uint64N(Binomials[members][available.Count()])
		set := UnrankSet(index, members, available)
		if set&^available != 0 || set.Count() != members || RankSet(set, available) != index {
			t.Fatalf("set %d of %d squares of %b is %b, of rank %d", index, members, available, set, RankSet(set, available))
		}
	}
}
