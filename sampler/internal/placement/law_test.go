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

// smallTables returns tables of some hundred elements: diagrams with up to one man, setups with castling rights
// and en passant square, and setups with an en passant square.
func smallTables() []*Table {
	oneMan := smallLimits(^(chess.Row1 | chess.Row8))
	oneMan.Both = 1
	fiveMen := Limits{PawnSquares: oneMan.PawnSquares, Side: 5, Both: 5, Pawns: 8, Most: Officers{30, 30, 30, 30}, Balanced: true}
	threeMen := fiveMen
	threeMen.Both = 3
	return []*Table{NewTable("diagrams", fewCases[:2], oneMan), NewTable("castling", fewCases[2:3], fiveMen), NewTable("en passant", fewCases[3:4], threeMen)}
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

// TestStopsAreExact draws with the same words without and with stops. A draw must end early exactly if the
// condition of the stop holds for the setup that is drawn without stops; otherwise both setups must be equal.
func TestStopsAreExact(t *testing.T) {
	loose := Limits{PawnSquares: ^chess.Bitboard(0), Side: 15, Both: 30, Pawns: 8, Most: Officers{2, 2, 2, 3}}
	crowded := loose
	crowded.Fewest, crowded.PawnSquares = 28, ^(chess.Row1 | chess.Row8)
	for i, table := range []*Table{NewTable("loose", fewCases[:2], loose), NewTable("crowded", fewCases, crowded)} {
		for name, test := range map[string]struct {
			stops   Stops
			useless func(s *chess.Setup) bool
		}{
			"outer pawns":   {Stops{OuterPawns: true}, hasOuterPawns},
			"doubled":       {Stops{Doubled: true}, isDoubled},
			"alike bishops": {Stops{AlikeBishops: true}, hasAlikeBishops},
			"all":           {Stops{true, true, true}, func(s *chess.Setup) bool { return hasOuterPawns(s) || isDoubled(s) || hasAlikeBishops(s) }},
		} {
			stopped, n := 0, 4000
			for k := range n {
				var words, stopWords sampler.Words
				key := [32]byte{byte(k), byte(k >> 8), byte(i)}
				words.Seed(key)
				stopWords.Seed(key)
				var s, stoppedSetup chess.Setup
				from, ok := table.Sample(&s, &words, Stops{})
				stoppedFrom, finished := table.Sample(&stoppedSetup, &stopWords, test.stops)
				if !ok || finished == test.useless(&s) {
					t.Fatalf("%s: the draw of %v ended early: %v, want %v", name, s, !finished, test.useless(&s))
				}
				if !finished {
					stopped++
				} else if stoppedSetup != s || stoppedFrom != from {
					t.Fatalf("%s: another setup, %v instead of %v", name, stoppedSetup, s)
				}
			}
			if name != "outer pawns" && (name != "all" || i == 1) && (stopped < n/100 || stopped > n-n/100) {
				t.Errorf("table %d, %s: %d of %d draws were stopped, which tells little", i, name, stopped, n)
			}
		}
	}
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
