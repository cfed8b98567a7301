package placement

import (
	"testing"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/sampler"
)

type predicate = sampler.Predicate

// predicates lists one or two predicates for each subject by which a table can be restricted.
var predicates = []predicate{
	{Subject: sampler.Men, Least: 3, Most: 3}, {Subject: sampler.Men, Least: 0, Most: 6},
	{Subject: sampler.MostPawns, Least: 0, Most: 1}, {Subject: sampler.MostPawns, Least: 0, Most: 0},
	{Subject: sampler.MostKnights, Least: 0, Most: 0}, {Subject: sampler.MostBishops, Least: 0, Most: 0},
	{Subject: sampler.MostRooks, Least: 0, Most: 2}, {Subject: sampler.MostQueens, Least: 0, Most: 0},
	{Subject: sampler.CastlingRights, Least: 0, Most: 0}, {Subject: sampler.CastlingRights, Least: 1, Most: 2},
	{Subject: sampler.EnPassant, Least: 0, Most: 0}, {Subject: sampler.EnPassant, Least: 1, Most: 1},
	{Subject: sampler.Turn, Least: 0, Most: 0}, {Subject: sampler.Turn, Least: 1, Most: 1},
}

// smallTables returns three tables of some hundred elements:
//
//	diagrams    up to one man besides the kings
//	castling    up to five: two rooks with rights, the two pawns of an en passant square, and one more
//	en passant  up to three: the two pawns, and one more
func smallTables() []*Table {
	oneMan := smallLimits(^(chess.Row1 | chess.Row8))
	oneMan.Both = 1
	anyOfficers := Officers{Knights: 30, Bishops: 30, Rooks: 30, Queens: 30}
	fiveMen := Limits{PawnSquares: oneMan.PawnSquares, Side: 5, Both: 5, Pawns: 8, Most: anyOfficers, Balanced: true}
	threeMen := fiveMen
	threeMen.Both = 3
	return []*Table{
		NewTable("diagrams", fewCases[:2], oneMan),
		NewTable("castling", fewCases[2:3], fiveMen),
		NewTable("en passant", fewCases[3:4], threeMen),
	}
}

// An element is a setup of a table with its case.
type element struct {
	setup chess.Setup
	c     Case
}

// elements lists the elements of a small table in the order of ranks.
func elements(table *Table) (list []element) {
	for r := range table.Size().Uint64() {
		s, from := table.Unrank(uint256.NewInt(r))
		c, _, _ := CaseOf(&s, 0)
		c.From = from
		list = append(list, element{s, c})
	}
	return list
}

// TestRestrictRefuses checks that there is no table for lower bounds of a kind of men, and for predicates about
// squares.
func TestRestrictRefuses(t *testing.T) {
	table := smallTables()[0]
	for _, p := range []predicate{
		{Subject: sampler.MostQueens, Least: 1, Most: 2}, {Subject: sampler.MostPawns, Least: 1, Most: 8},
		{Subject: sampler.MostAlikeBishops, Least: 0, Most: 1}, {},
	} {
		if _, ok := table.Restrict("", p); ok {
			t.Errorf("a table was restricted by %+v", p)
		}
	}
}

// TestStopsAreExact checks that a draw ends early exactly if the condition of its stop holds for the setup that is drawn without stops. Otherwise
// both setups must be equal.
func TestStopsAreExact(t *testing.T) {
	loose := Limits{PawnSquares: ^chess.Bitboard(0), Side: 15, Both: 30, Pawns: 8, Most: Officers{Knights: 2, Bishops: 2, Rooks: 2, Queens: 3}}
	crowded := loose
	crowded.Fewest, crowded.PawnSquares = 28, ^(chess.Row1 | chess.Row8)
	anyOf := func(s *chess.Setup) bool { return hasOuterPawns(s) || isDoubled(s) || hasAlikeBishops(s) }
	for i, table := range []*Table{NewTable("loose", fewCases[:2], loose), NewTable("crowded", fewCases, crowded)} {
		for _, test := range []struct {
			stops Stops
			holds func(s *chess.Setup) bool
			tells [2]bool // by table: whether both answers are common; 99 % of loose setups have outer pawns, no crowded one has
		}{
			{Stops{OuterPawns: true}, hasOuterPawns, [2]bool{false, false}},
			{Stops{Doubled: true}, isDoubled, [2]bool{true, true}},
			{Stops{AlikeBishops: true}, hasAlikeBishops, [2]bool{true, true}},
			{Stops{OuterPawns: true, Doubled: true, AlikeBishops: true}, anyOf, [2]bool{false, true}},
		} {
			const draws = 4000
			stopped := countStopped(t, table, byte(i), draws, test.stops, test.holds)
			if test.tells[i] && (stopped < draws/100 || stopped > draws-draws/100) {
				t.Errorf("table %d, %+v: %d of %d draws were stopped, want 1 %% to 99 %%", i, test.stops, stopped, draws)
			}
		}
	}
}

// countStopped draws from a table without and with stops, from equal random words, and returns how many draws with stops ended early.
// The number of the table makes its random words different from those of others.
func countStopped(t *testing.T, table *Table, number byte, draws int, stops Stops, holds func(s *chess.Setup) bool) (stopped int) {
	t.Helper()
	for k := range draws {
		var random, stopRandom sampler.Words
		key := [32]byte{byte(k), byte(k >> 8), number}
		random.Seed(key)
		stopRandom.Seed(key)
		var s, stoppedSetup chess.Setup
		from, ok := table.Sample(&s, &random, Stops{})
		stoppedFrom, finished := table.Sample(&stoppedSetup, &stopRandom, stops)
		if !ok || finished == holds(&s) {
			t.Fatalf("%+v: the draw of %v ended early: %v, want %v", stops, s, !finished, holds(&s))
		}
		if !finished {
			stopped++
		} else if stoppedSetup != s || stoppedFrom != from {
			t.Fatalf("%+v: another setup, %v instead of %v", stops, stoppedSetup, s)
		}
	}
	return stopped
}

// hasOuterPawns reports whether a pawn stands on row 1 or 8.
func hasOuterPawns(s *chess.Setup) bool {
	return s.Board.Of(chess.Pawn)&(chess.Row1|chess.Row8) != 0
}

// isDoubled reports whether pawns of a side share files more often than enemy men are missing.
func isDoubled(s *chess.Setup) bool {
	for c := chess.White; c <= chess.Black; c++ {
		shared := 0
		for f := range 8 {
			shared += max(0, (s.Board.Pieces(c, chess.Pawn)&(chess.FileA<<f)).Count()-1)
		}
		if shared > 16-s.Board.Colored(c.Other()).Count() {
			return true
		}
	}
	return false
}

// hasAlikeBishops reports whether a side has two bishops, both on squares of one color.
func hasAlikeBishops(s *chess.Setup) bool {
	for c := chess.White; c <= chess.Black; c++ {
		if b := s.Board.Pieces(c, chess.Bishop); b.Count() == 2 && (b&chess.DarkSquares).Count() != 1 {
			return true
		}
	}
	return false
}
