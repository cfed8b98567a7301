package placement

import (
	"testing"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/sampler"
)

type predicate = sampler.Predicate

// predicates speak of everything that a table can be restricted by.
var predicates = []predicate{
	{Subject: sampler.Men, Least: 3, Most: 3}, {Subject: sampler.Men, Least: 0, Most: 6}, {Subject: sampler.MostPawns, Least: 0, Most: 1}, {Subject: sampler.MostPawns, Least: 0, Most: 0},
	{Subject: sampler.MostKnights, Least: 0, Most: 0}, {Subject: sampler.MostBishops, Least: 0, Most: 0}, {Subject: sampler.MostRooks, Least: 0, Most: 2}, {Subject: sampler.MostQueens, Least: 0, Most: 0},
	{Subject: sampler.CastlingRights, Least: 0, Most: 0}, {Subject: sampler.CastlingRights, Least: 1, Most: 2}, {Subject: sampler.EnPassant, Least: 0, Most: 0}, {Subject: sampler.EnPassant, Least: 1, Most: 1},
	{Subject: sampler.Turn, Least: 0, Most: 0}, {Subject: sampler.Turn, Least: 1, Most: 1},
}

// smallTables have some hundred elements each: diagrams with up to one man, castling with a man more, en passant.
func smallTables() []*Table {
	free := least(^(chess.Row1 | chess.Row8))
	free.Both = 1
	paid := Limits{PawnSquares: free.PawnSquares, Side: 5, Both: 5, Pawns: 8, Most: Officers{30, 30, 30, 30}, Balanced: true}
	ep := paid
	ep.Both = 3
	return []*Table{NewTable("free", few[:2], free), NewTable("paid", few[2:3], paid), NewTable("ep", few[3:4], ep)}
}

// An element of a table.
type element struct {
	setup chess.Setup
	c     Case
}

// elements lists a small table, in the order of ranks.
func elements(table *Table) (list []element) {
	for r := range table.Size().Uint64() {
		s, from := table.Unrank(uint256.NewInt(r))
		c, _, _ := CaseOf(&s, 0)
		c.From = from
		list = append(list, element{s, c})
	}
	return list
}

// TestRestrictRefuses lower bounds on what is most, and what asks for squares.
func TestRestrictRefuses(t *testing.T) {
	table := smallTables()[0]
	for _, p := range []predicate{{Subject: sampler.MostQueens, Least: 1, Most: 2}, {Subject: sampler.MostPawns, Least: 1, Most: 8}, {Subject: sampler.MostAlikeBishops, Least: 0, Most: 1}, {}} {
		if _, ok := table.Restrict("", p); ok {
			t.Errorf("%+v is counted out", p)
		}
	}
}

// TestStopsAreExact draws with the same words once without stops and once with each: a draw ends early exactly if the setup
// that would have come out is worth nothing by the words that describe the stop, and comes out unchanged otherwise.
func TestStopsAreExact(t *testing.T) {
	loose := Limits{PawnSquares: ^chess.Bitboard(0), Side: 15, Both: 30, Pawns: 8, Most: Officers{2, 2, 2, 3}}
	crowded := loose
	crowded.Fewest, crowded.PawnSquares = 28, ^(chess.Row1 | chess.Row8)
	for i, table := range []*Table{NewTable("loose", few[:2], loose), NewTable("crowded", few, crowded)} {
		for name, c := range map[string]struct {
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
				var a, b sampler.Words
				key := [32]byte{byte(k), byte(k >> 8), byte(i)}
				a.Seed(key)
				b.Seed(key)
				var s, same chess.Setup
				from, ok := table.Sample(&s, &a, Stops{})
				fromToo, done := table.Sample(&same, &b, c.stops)
				if !ok || done == c.useless(&s) {
					t.Fatalf("%s: %v ends a draw: %v, worth nothing: %v", name, s, !done, c.useless(&s))
				}
				if !done {
					stopped++
				} else if same != s || fromToo != from {
					t.Fatalf("%s: another setup, %v instead of %v", name, same, s)
				}
			}
			if name != "outer pawns" && (name != "all" || i == 1) && (stopped < n/100 || stopped > n-n/100) {
				t.Errorf("table %d, %s: %d of %d draws were stopped, which tells little", i, name, stopped, n)
			}
		}
	}
}

func hasOuterPawns(s *chess.Setup) bool {
	return s.Board.Of(chess.Pawn)&(chess.Row1|chess.Row8) != 0
}

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

func hasAlikeBishops(s *chess.Setup) bool {
	for c := chess.White; c <= chess.Black; c++ {
		if b := s.Board.Pieces(c, chess.Bishop); b.Count() == 2 && (b&chess.DarkSquares).Count() != 1 {
			return true
		}
	}
	return false
}
