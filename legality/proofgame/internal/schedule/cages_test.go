package schedule

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofkernel/search"
)

// made returns the schedule of a goal that no capture leads to, or only those of a kernel.
func made(t *testing.T, fen string, revise bool, k search.Kernel) *Schedule {
	t.Helper()
	p := testkit.Position(t, fen)
	goal := p.Setup()
	s := new(Schedule)
	if err := s.Make(problem(&goal, 1, revise), &k); err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return s
}

// TestHoldBack: the black bishop is on h7 behind f7 and g6, so that g6 waits on g7; with the bishop at
// home nobody waits.
func TestHoldBack(t *testing.T) {
	s := made(t, "rn1qkbnr/ppp1pp1b/3p2p1/7p/8/8/PPPPPPPP/RNBQKBNR w KQkq -", false, search.Kernel{})
	for u := range int8(s.Size) {
		want := int8(0)
		if s.Men[u].Sq == chess.G7 {
			want = 1
		}
		if s.Hold[u] != want && s.Men[u].Sq != chess.H7 {
			t.Errorf("the man from %v is held %d rows back, want %d", s.Men[u].Sq, s.Hold[u], want)
		}
	}
	if g := s.At[chess.G7]; s.End[g] != chess.G6 || s.Interim(g) != chess.G7 {
		t.Errorf("g7 stops on %v, on its way to %v", s.Interim(g), s.End[g])
	}
	s = made(t, "rnbqkbnr/pppppp2/6p1/7p/8/8/PPPPPPPP/RNBQKBNR w KQkq -", false, search.Kernel{})
	if s.Hold != [32]int8{} {
		t.Errorf("nobody has to come in, and %v are held back", s.Hold)
	}
}

// TestLacks: a region of the goal that starts with fewer men than it needs.
func TestLacks(t *testing.T) {
	s := made(t, "rn1qkbnr/ppp1pp1b/3p2p1/7p/8/8/PPPPPPPP/RNBQKBNR w KQkq -", false, search.Kernel{})
	final := s.Goal.Board.Of(chess.Pawn)
	for _, c := range []struct {
		sq    chess.Square
		color chess.Color
		role  chess.Role
		want  bool
	}{
		{chess.H7, chess.Black, chess.Bishop, true}, // from c8 it cannot come any more
		{chess.F8, chess.Black, chess.Bishop, false},
		{chess.C1, chess.White, chess.Bishop, false},
		{chess.H8, chess.Black, chess.Rook, false},
	} {
		if got := s.lacks(c.sq, c.color, c.role, final); got != c.want {
			t.Errorf("%v: lacks men %v", c.sq, got)
		}
		if got := s.isCage(c.sq, c.color, c.role, final); got != c.want {
			t.Errorf("%v: shut %v", c.sq, got)
		}
	}
	if sq, _, _ := s.cagedSquare(); sq != chess.NoSquare {
		t.Errorf("%v is caged, though a pawn is held back for it", sq)
	}
	s.Hold = [32]int8{}
	if sq, c, role := s.cagedSquare(); sq != chess.H7 || c != chess.Black || role != chess.Bishop {
		t.Errorf("caged is %v", sq)
	}
}

// TestFindKept: men that nobody could replace are kept, and those without a step are solid.
func TestFindKept(t *testing.T) {
	s := made(t, "r1bqkb1r/pppppppp/2n2n2/8/8/2N2N2/PPPPPPPP/R1BQKB1R w KQkq -", false, search.Kernel{})
	kept := chess.Bitboard(0)
	for u := range s.Size {
		if s.Keep>>u&1 != 0 {
			kept |= s.Men[u].Sq.BB()
		}
	}
	for _, sq := range []chess.Square{chess.C1, chess.F1, chess.C8, chess.F8} {
		if !kept.Has(sq) || !s.Solid.Has(sq) {
			t.Errorf("the bishop on %v: kept %v, solid %v", sq, kept.Has(sq), s.Solid.Has(sq))
		}
	}
	if kept.Has(chess.B1) || s.Solid.Has(chess.A1) {
		t.Errorf("kept are\n%v solid\n%v", kept, s.Solid)
	}
}

// TestKingSide: from where the king can come to its square, past what enemy pawns attack in the goal.
func TestKingSide(t *testing.T) {
	s := made(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", false, search.Kernel{})
	if got, want := s.KingSide(chess.White), chess.RowBB(0); got&^(chess.RowBB(0)|chess.RowBB(2)|chess.RowBB(3)|chess.RowBB(4)) != 0 || got&want != want {
		t.Errorf("White's king comes from\n%v", got)
	}
}

// TestPromotions: what pawns become is what the goal has more, bishops on their color.
func TestPromotions(t *testing.T) {
	fell := func(c chess.Color, sq chess.Square) search.Step {
		return search.Step{Color: c, From: chess.NoSquare, To: sq, Capture: true}
	}
	// b7 falls, and so does a7: then a2 and b2 promote.
	k := search.Kernel{
		Moves:    []search.Move{{Color: chess.White, Victim: search.Pawn, ToFile: 1, ToIndex: 1}, {Color: chess.White, Victim: search.Pawn, ToIndex: 1}},
		Extended: []search.Step{fell(chess.White, chess.B7), fell(chess.White, chess.A7)},
	}
	for _, c := range []struct {
		fen  string
		want map[base.Kind]int
	}{
		{"rnbqkbnr/2pppppp/8/8/8/8/2PPPPPP/RNBQKBNR w KQkq -", nil}, // two men too few
		{"rnbqkbnr/2pppppp/8/8/8/QQ6/2PPPPPP/RNBQKBNR w KQkq -", map[base.Kind]int{base.Queen: 2}},
		{"rnbqkbnr/2pppppp/8/8/8/RN6/2PPPPPP/RNBQKBNR w KQkq -", map[base.Kind]int{base.Rook: 1, base.Knight: 1}},
		{"rnbqkbnr/2pppppp/8/8/8/BB6/2PPPPPP/RNBQKBNR w KQkq -", map[base.Kind]int{base.DarkBishop: 1, base.LightBishop: 1}},
	} {
		p := testkit.Position(t, c.fen)
		goal := p.Setup()
		for seed := range uint64(20) {
			var s Schedule
			err := s.Make(problem(&goal, seed, false), &k)
			if (err == nil) != (c.want != nil) {
				t.Fatalf("%s: %v", c.fen, err)
			}
			got := map[base.Kind]int{}
			for _, home := range []chess.Square{chess.A2, chess.B2} {
				if u := s.At[home]; err == nil {
					got[base.KindOf(s.Becomes[u], s.Born[u])]++
					if s.Born[u].File() != home.File() || s.Born[u].Row() != 7 {
						t.Errorf("%s: the pawn from %v promotes on %v", c.fen, home, s.Born[u])
					}
				}
			}
			for kind, n := range c.want {
				if got[kind] != n {
					t.Errorf("%s, seed %d: %d men of kind %d, want %d", c.fen, seed, got[kind], kind, n)
				}
			}
		}
	}
}

// TestBarred: no bishop and no knight is promoted on a barred square.
func TestBarred(t *testing.T) {
	fell := func(sq chess.Square) search.Step {
		return search.Step{Color: chess.White, From: chess.NoSquare, To: sq, Capture: true}
	}
	k := search.Kernel{
		Moves:    []search.Move{{Color: chess.White, Victim: search.Pawn, ToFile: 1, ToIndex: 1}, {Color: chess.White, Victim: search.Pawn, ToIndex: 1}},
		Extended: []search.Step{fell(chess.B7), fell(chess.A7)},
	}
	p := testkit.Position(t, "rnbqkbnr/2pppppp/8/8/8/RN6/2PPPPPP/RNBQKBNR w KQkq -")
	goal := p.Setup()
	for seed := range uint64(20) {
		pr := problem(&goal, seed, false)
		pr.Barred.Knights[chess.White] = 1 // not on a8
		var s Schedule
		if err := s.Make(pr, &k); err != nil || s.Becomes[s.At[chess.A2]] != chess.Rook {
			t.Fatalf("a2 becomes a %v (%v)", s.Becomes[s.At[chess.A2]], err)
		}
		pr.Barred.Knights[chess.White] = 3
		if err := s.Make(pr, &k); err != errPromotions {
			t.Fatalf("with both squares barred: %v", err)
		}
	}
}

// TestPromotionSquares are cleared with Revise only.
func TestPromotionSquares(t *testing.T) {
	k := search.Kernel{
		Moves:    []search.Move{{Color: chess.White, Victim: search.Pawn, ToIndex: 1}},
		Extended: []search.Step{{Color: chess.White, From: chess.NoSquare, To: chess.A7, Capture: true}},
	}
	const fen = "rnbqkbnr/1ppppppp/8/8/8/Q7/1PPPPPPP/RNBQKBNR w KQkq -"
	if s := made(t, fen, false, k); s.Promotions != 0 {
		t.Errorf("cleared are\n%v", s.Promotions)
	}
	if s := made(t, fen, true, k); s.Promotions != chess.A8.BB() {
		t.Errorf("cleared are\n%v", s.Promotions)
	}
}

// TestSourcesManByMan: the men of a region are those that stand there first, each counted once, also where several are
// promoted on one square.
func TestSourcesManByMan(t *testing.T) {
	testkit.Medium(t)
	rnd := rand.New(rand.NewPCG(4, 15))
	shared := 0
	schedules(t, func(s *Schedule, _ *search.Kernel) {
		for c := chess.White; c <= chess.Black; c++ {
			for role := chess.Knight; role <= chess.King; role++ {
				reach, want := chess.Bitboard(rnd.Uint64()|rnd.Uint64()), 0
				seen := chess.Bitboard(0)
				for u := range int8(s.Size) {
					sq := s.source(u, c, role)
					if sq == chess.NoSquare {
						continue
					}
					if seen.Has(sq) {
						shared++
					}
					if seen |= sq.BB(); reach.Has(sq) {
						want++
					}
				}
				if got := s.sources(c, role, reach); got != want {
					t.Errorf("%v %v: %d men in\n%v want %d", c, role, got, reach, want)
				}
			}
		}
	})
	if shared == 0 {
		t.Error("no square has two men")
	}
}
