package placement

import (
	"errors"
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/arith"
	"chesscensus/sampler/internal/spacetest"
)

// fewCases lists cases of different kinds: kings alone, kings alone with Black to move, castling with en passant, en passant, and a case
// whose men collide on a1.
var fewCases = []Case{
	{Turn: chess.White, Kings: [2]chess.Square{chess.E1, chess.E8}, EP: chess.NoSquare, From: chess.NoSquare},
	{Turn: chess.Black, Kings: [2]chess.Square{chess.D4, chess.F4}, EP: chess.NoSquare, From: chess.NoSquare},
	{Turn: chess.White, Kings: [2]chess.Square{chess.E1, chess.H7}, Rights: chess.WhiteKingside | chess.WhiteQueenside, EP: chess.D6, From: chess.E5},
	{Turn: chess.Black, Kings: [2]chess.Square{chess.C8, chess.B6}, EP: chess.A3, From: chess.B4},
	{Turn: chess.White, Kings: [2]chess.Square{chess.E1, chess.A1}, Rights: chess.WhiteQueenside, EP: chess.NoSquare, From: chess.NoSquare},
}

// smallLimits returns limits that allow up to two men besides the kings.
func smallLimits(zone chess.Bitboard) Limits {
	return Limits{PawnSquares: zone, Side: 4, Both: 2, Pawns: 2, Most: Officers{Knights: 1, Bishops: 1, Rooks: 2, Queens: 2}}
}

// isElement reports whether a setup keeps the limits, by their definition.
func isElement(s *chess.Setup, l *Limits) bool {
	men := s.Board.Men() - 2
	ok := men >= l.Fewest && men <= l.Both && s.Board.Of(chess.Pawn)&^l.PawnSquares == 0
	var pawns, promoted, lost, gone [2]int // by side; lost are first officers, gone are pawns that were captured
	for c := chess.White; c <= chess.Black; c++ {
		n := func(r chess.Role) int { return s.Board.Pieces(c, r).Count() }
		pawns[c] = n(chess.Pawn)
		ok = ok && s.Board.Colored(c).Count()-1 <= l.Side && pawns[c] <= l.Pawns && n(chess.Knight) <= int(l.Most.Knights) &&
			n(chess.Bishop) <= int(l.Most.Bishops) && n(chess.Rook) <= int(l.Most.Rooks) && n(chess.Queen) <= int(l.Most.Queens)
		for r, first := range map[chess.Role]int{chess.Knight: 2, chess.Bishop: 2, chess.Rook: 2, chess.Queen: 1} {
			promoted[c] += max(0, n(r)-first)
			lost[c] += max(0, first-n(r))
		}
		gone[c] = 8 - pawns[c] - promoted[c]
	}
	if l.Balanced {
		for i, other := range [2]int{1, 0} {
			ok = ok && gone[i] >= 0 && promoted[i] <= 2*gone[other]+gone[i]+lost[0]+lost[1]
		}
	}
	return ok
}

// listElements returns the elements of the cases with up to two more men than the cases fix, by trying all
// men on all squares. The values are 1 if no element comes from two cases.
func listElements(cases []Case, l *Limits) map[chess.Setup]int {
	count := map[chess.Setup]int{}
	for _, c := range cases {
		s, closed, ok := c.setup()
		if !ok {
			continue
		}
		add := func(s *chess.Setup) {
			if isElement(s, l) {
				count[*s]++
			}
		}
		add(&s)
		eachMan := func(s chess.Setup, from chess.Square, f func(chess.Setup, chess.Square)) {
			for sq := from; sq <= chess.H8; sq++ {
				if closed.Has(sq) {
					continue
				}
				for color := chess.White; color <= chess.Black; color++ {
					for r := chess.Pawn; r <= chess.Queen; r++ {
						next := s
						next.Board.Put(sq, chess.NewPiece(color, r))
						f(next, sq)
					}
				}
			}
		}
		eachMan(s, chess.A1, func(next chess.Setup, sq chess.Square) {
			add(&next)
			eachMan(next, sq+1, func(withTwo chess.Setup, _ chess.Square) { add(&withTwo) })
		})
	}
	return count
}

// TestTableIsTheSet unranks every rank of small sets and compares the elements with those
// of listElements. Ranking them must return the ranks.
func TestTableIsTheSet(t *testing.T) {
	testkit.Medium(t)
	zone := ^(chess.Row1 | chess.Row8)
	balanced := Limits{PawnSquares: zone, Side: 6, Both: 6, Pawns: 8, Most: Officers{Knights: 2, Bishops: 30, Rooks: 30, Queens: 30}, Balanced: true}
	noQueens := smallLimits(zone)
	noQueens.Fewest, noQueens.Both, noQueens.Most.Queens = 3, 4, 0
	for i, row := range []struct {
		cases  []Case
		limits Limits // at most two men more than the cases fix
	}{
		{fewCases[:1], smallLimits(^chess.Bitboard(0))},
		{fewCases[1:2], smallLimits(zone)},
		{[]Case{fewCases[2], fewCases[4]}, balanced},
		{fewCases[3:], noQueens},
	} {
		if testing.Short() && i > 0 {
			break
		}
		want := listElements(row.cases, &row.limits)
		table := NewTable("test", row.cases, row.limits)
		n := table.Size().Uint64()
		if n != uint64(len(want)) {
			t.Fatalf("row %d: size %d, want %d", i, n, len(want))
		}
		for r := range n {
			rank := uint256.NewInt(r)
			s, from := table.Unrank(rank)
			if want[s] != 1 {
				t.Fatalf("row %d: rank %d is %v, which is no element or comes twice", i, r, s)
			}
			want[s]++
			c, _, err := CaseOf(&s, 0)
			if err != nil || c.From != from && capturers(&s).Count() == 1 {
				t.Fatalf("%v: CaseOf has the pawn on %v, want %v, error %v", s, c.From, from, err)
			}
			c.From = from
			if back, err := table.Rank(&s, c); err != nil || back != *rank {
				t.Fatalf("%v: rank %s, want %d, error %v", s, back.Dec(), r, err)
			}
		}
	}
}

// TestSampleIsUniform compares the frequencies of all elements of small sets with the
// uniform law. By chance it fails with probability 1e-6, and the seed is fixed.
func TestSampleIsUniform(t *testing.T) {
	testkit.Medium(t)
	for i, table := range smallTables()[:2] {
		counts := make([]int, table.Size().Uint64())
		var words sampler.Words
		words.Seed([32]byte{1})
		var s chess.Setup
		for range 100 * len(counts) {
			from, ok := table.Sample(&s, &words, Stops{})
			if !ok {
				t.Fatal("stopped without a reason to stop")
			}
			c, _, _ := CaseOf(&s, 0)
			c.From = from
			rank := testkit.Must(table.Rank(&s, c))(t)
			counts[rank.Uint64()]++
		}
		if p := spacetest.UniformChance(counts); p < 1e-6 || len(counts) < 500 {
			t.Errorf("set %d: chi-squared of %d elements has probability %g, want 500 elements and 1e-6 or more", i, len(counts), p)
		}
	}
}

// TestLeadsDecide looks up the first and the last rank of every block of a large table by
// blockAt, and checks that random ranks have the given lead.
func TestLeadsDecide(t *testing.T) {
	table := NewTable("test", fewCases, Limits{PawnSquares: ^(chess.Row1 | chess.Row8), Side: 15, Both: 30, Pawns: 8,
		Most: Officers{Knights: 10, Bishops: 10, Rooks: 10, Queens: 9}, Balanced: true})
	check := func(r arith.U192) {
		t.Helper()
		got := table.blockAt(&r)
		if arith.Less192(&r, &table.starts[got]) || !arith.Less192(&r, &table.starts[got+1]) {
			t.Errorf("%v is not in block %d", r, got)
		}
		if first, last := table.blockRange(arith.Shr192(r, table.shift)[0]); got < first || got > last {
			t.Errorf("%v in block %d, by its lead in %d to %d", r, got, first, last)
		}
	}
	for i := range table.blocks {
		check(table.starts[i])
		r := table.starts[i+1]
		check(arith.Sub192(&r, &arith.U192{1}))
	}
	var words sampler.Words
	words.Seed([32]byte{2})
	for range 1000 {
		lead := words.Uint64()
		if r := table.randomRank(lead, &words); arith.Shr192(r, table.shift)[0] != lead {
			t.Fatalf("%v has lead %x, want %x", r, arith.Shr192(r, table.shift)[0], lead)
		}
	}
}

// TestMaterialStates counts the armies that the limits admit: 8694 for one side and
// 58 084 310 pairs whose captures suffice for the promotions, as R. V. Tomic published ("Algorithm
// for Encoding Any Position in 155 bits", Computer Chess Club, 1999).
func TestMaterialStates(t *testing.T) {
	l := Limits{PawnSquares: ^(chess.Row1 | chess.Row8), Side: 15, Both: 30, Pawns: 8,
		Most: Officers{Knights: 30, Bishops: 30, Rooks: 30, Queens: 30}, Balanced: true}
	vectors := map[[3]int]int{} // pawns, officers, promoted
	states := 0
	for o := range 16 {
		s := newOfficerTable(&l, o, 0)
		for _, v := range s.vectors {
			for p := 0; p+v.promoted() <= 8; p++ {
				vectors[[3]int{p, o, v.promoted()}]++
				states++
			}
		}
	}
	pairs := 0
	for w, nw := range vectors {
		for b, nb := range vectors {
			if balanced(side{w[0], w[1]}, w[2], side{b[0], b[1]}, b[2]) {
				pairs += nw * nb
			}
		}
	}
	if states != 8694 || pairs != 58084310 {
		t.Errorf("%d states and %d pairs, want 8694 and 58084310", states, pairs)
	}
}

// TestTooLarge checks that a size that does not fit in 192 bits panics.
func TestTooLarge(t *testing.T) {
	spacetest.WantPanic(t, "2^192", func() { mulChecked(&arith.U192{0, 0, 1 << 63}, 2) })
}

// TestRankNamesTheCondition compares the errors of setups that break one condition each.
func TestRankNamesTheCondition(t *testing.T) {
	zone := ^(chess.Row1 | chess.Row8)
	table := NewTable("test", cases(false), Limits{PawnSquares: zone, Side: 15, Fewest: 1, Both: 30, Pawns: 8,
		Most: Officers{Knights: 30, Bishops: 30, Rooks: 30, Queens: 2}, Balanced: true})
	for fen, want := range map[string]string{
		"4k3/8/8/8/8/8/8/P3K3 w - - 0 1":                            "a pawn stands on row 1 or 8",
		"4k3/8/8/8/P7/PPPP4/PPPP4/4K3 w - - 0 1":                    "white has 9 pawns, more than 8",
		"4k3/8/8/8/8/8/QQQ5/4K3 w - - 0 1":                          "white has 3 queens, more than 2",
		"4k3/8/8/8/BBBBBBBB/NNNNNNNN/8/4K3 w - - 0 1":               "white has 16 men besides the king, more than 15",
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1":                             "2 men, want 3 to 32",
		"4k3/8/8/8/8/NN6/PPPPPPPP/RN1QKB1R b - - 0 1":               "white has 8 pawns and 1 promoted men, more than 8 together",
		"rnbqkbnr/pppppppp/8/8/8/7Q/1PPPPPPP/RNBQKBNR w - - 0 1":    "promoted men need more captures",
		"rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/QNBQKBNR w KQ - 0 1":    "no such case",
		"rnbqkbnr/pppp1ppp/8/8/4pP2/8/PPPPP1PP/1NBQKBNR b - f3 0 1": "no such case",
	} {
		f := testkit.Must(chess.ParseFEN(fen))(t)
		c, _, _ := CaseOf(&f.Setup, 0)
		_, err := table.Rank(&f.Setup, c)
		if !errors.Is(err, sampler.ErrNotInSpace) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", fen, err, want)
		}
	}
}
