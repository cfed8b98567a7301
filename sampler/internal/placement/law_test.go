package placement

import (
	"math/big"
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

// TestGeneralSize sums the placements of up to k men of ten kinds on 62 squares, 3612 pairs of kings and two
// sides to move, by the formula that ChessCounter's general space is defined by.
func TestGeneralSize(t *testing.T) {
	for _, k := range []int{0, 1, 5, 30} {
		table := NewTable("general", cases(false), Limits{PawnSquares: ^chess.Bitboard(0), Side: k, Both: k, Pawns: k, Most: Officers{30, 30, 30, 30}})
		want, power := new(big.Int), big.NewInt(1)
		for n := range int64(k + 1) {
			term := new(big.Int).Binomial(62, n)
			want.Add(want, term.Mul(term, power))
			power.Mul(power, big.NewInt(10))
		}
		want.Mul(want, big.NewInt(2*3612))
		if table.Size().Cmp(want) != 0 {
			t.Errorf("up to %d men: %v, want %v", k, table.Size(), want)
		}
	}
}

// TestColorsAreAlike: turned around and with colors exchanged, a table has as many elements; Black to move as many as White.
func TestColorsAreAlike(t *testing.T) {
	limits := Limits{PawnSquares: ^(chess.Row1 | chess.Row8), Side: 15, Both: 30, Pawns: 8, Most: Officers{10, 10, 10, 9}, Balanced: true}
	for _, c := range few {
		turned := c
		turned.Turn = c.Turn.Other()
		turned.Kings = [2]chess.Square{c.Kings[1] ^ 56, c.Kings[0] ^ 56}
		turned.Rights = c.Rights>>2 | c.Rights<<2&chess.AllCastling
		if c.EP != chess.NoSquare {
			turned.EP, turned.From = c.EP^56, c.From^56
		}
		a, b := NewTable("", []Case{c}, limits), NewTable("", []Case{turned}, limits)
		if a.Size().Cmp(b.Size()) != 0 {
			t.Errorf("%+v: %v elements, with colors exchanged %v", c, a.Size(), b.Size())
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

// TestUnrankPanics beyond the last element.
func TestUnrankPanics(t *testing.T) {
	table := smallTables()[0]
	n, _ := uint256.FromBig(table.Size())
	for _, rank := range []*uint256.Int{n, {0, 0, 0, 1}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("rank %v of %v elements is unranked", rank.Dec(), n.Dec())
				}
			}()
			table.Unrank(rank)
		}()
	}
}
