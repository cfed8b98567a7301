package schedule

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofkernel/search"
)

// mustMake returns the schedule for a goal and a kernel.
func mustMake(t *testing.T, fen string, revise bool, k search.Kernel) *Schedule {
	t.Helper()
	goal := testkit.Setup(t, fen)
	s := new(Schedule)
	if err := s.Make(problem(&goal, 1, revise), &k); err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return s
}

// TestHoldBackPawns checks that a pawn waits on g7 until the bishop has come to h7 behind f7 and g6, and that no pawn waits without
// need.
func TestHoldBackPawns(t *testing.T) {
	s := mustMake(t, "rn1qkbnr/ppp1pp1b/3p2p1/7p/8/8/PPPPPPPP/RNBQKBNR w KQkq -", false, search.Kernel{})
	for u := range int8(s.Size) {
		want := int8(0)
		if s.Men[u].Sq == chess.G7 {
			want = 1
		}
		if s.RowsShort[u] != want && s.Men[u].Sq != chess.H7 {
			t.Errorf("the man from %v is held %d rows back, want %d", s.Men[u].Sq, s.RowsShort[u], want)
		}
	}
	if pawn := s.At[chess.G7]; s.End[pawn] != chess.G6 || s.InterimSquare(pawn) != chess.G7 {
		t.Errorf("g7 stops on %v, on its way to %v", s.InterimSquare(pawn), s.End[pawn])
	}
	s = mustMake(t, "rnbqkbnr/pppppp2/6p1/7p/8/8/PPPPPPPP/RNBQKBNR w KQkq -", false, search.Kernel{})
	if s.RowsShort != [32]int8{} {
		t.Errorf("no officer has to come in, and %v are held back", s.RowsShort)
	}
}

// TestLacksMen checks which regions of a goal start with fewer men than they need.
func TestLacksMen(t *testing.T) {
	s := mustMake(t, "rn1qkbnr/ppp1pp1b/3p2p1/7p/8/8/PPPPPPPP/RNBQKBNR w KQkq -", false, search.Kernel{})
	final := s.Goal.Board.Of(chess.Pawn)
	for _, row := range []struct {
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
		if got := s.lacksMen(row.sq, row.color, row.role, final); got != row.want {
			t.Errorf("the region of %v lacks men: %v, want %v", row.sq, got, row.want)
		}
		if got := s.isCage(row.sq, row.color, row.role, final); got != row.want {
			t.Errorf("the region of %v is a cage: %v, want %v", row.sq, got, row.want)
		}
	}
	if sq, _, _ := s.cagedSquare(); sq != chess.NoSquare {
		t.Errorf("%v is caged, though a pawn is held back for it", sq)
	}
	s.RowsShort = [32]int8{}
	if sq, c, role := s.cagedSquare(); sq != chess.H7 || c != chess.Black || role != chess.Bishop {
		t.Errorf("%v lacks a %v of %v, want h7 and a black bishop", sq, role, c)
	}
}

// TestFindProtected checks that bishops behind unmoved pawns are protected and locked.
func TestFindProtected(t *testing.T) {
	s := mustMake(t, "r1bqkb1r/pppppppp/2n2n2/8/8/2N2N2/PPPPPPPP/R1BQKB1R w KQkq -", false, search.Kernel{})
	protected := chess.Bitboard(0)
	for u := range s.Size {
		if s.ProtectedMen>>u&1 != 0 {
			protected |= s.Men[u].Sq.BB()
		}
	}
	for _, sq := range []chess.Square{chess.C1, chess.F1, chess.C8, chess.F8} {
		if !protected.Has(sq) || !s.LockedOfficers.Has(sq) {
			t.Errorf("the bishop on %v: protected %v, locked %v", sq, protected.Has(sq), s.LockedOfficers.Has(sq))
		}
	}
	if protected.Has(chess.B1) || s.LockedOfficers.Has(chess.A1) {
		t.Errorf("protected are\n%v want no b1; locked are\n%v want no a1", protected, s.LockedOfficers)
	}
}

// TestKingRegion checks that the region of a king excludes squares that enemy pawns of the goal attack.
func TestKingRegion(t *testing.T) {
	s := mustMake(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", false, search.Kernel{})
	home := chess.RowBB(0)
	allowed := home | chess.RowBB(2) | chess.RowBB(3) | chess.RowBB(4) // pawns stand on rows 1 and 6, and Black's attack row 5
	if got := s.KingRegion(chess.White); got&^allowed != 0 || got&home != home {
		t.Errorf("White's king comes from\n%v want all of row 0, and no other square than\n%v", got, allowed)
	}
}

// TestPromotions checks that pawns become what the goal has more of than the start, and bishops on squares of their color.
func TestPromotions(t *testing.T) {
	captureBy := func(c chess.Color, sq chess.Square) search.Step {
		return search.Step{Color: c, From: chess.NoSquare, To: sq, Capture: true}
	}
	// The pawns b7 and a7 are captured: then a2 and b2 promote.
	k := search.Kernel{
		Moves: []search.Move{{Color: chess.White, Victim: search.Pawn, ToFile: 1, ToIndex: 1},
			{Color: chess.White, Victim: search.Pawn, ToIndex: 1}},
		Extended: []search.Step{captureBy(chess.White, chess.B7), captureBy(chess.White, chess.A7)},
	}
	for _, row := range []struct {
		fen  string
		want map[base.Kind]int
	}{
		{"rnbqkbnr/2pppppp/8/8/8/8/2PPPPPP/RNBQKBNR w KQkq -", nil}, // two men too few
		{"rnbqkbnr/2pppppp/8/8/8/QQ6/2PPPPPP/RNBQKBNR w KQkq -", map[base.Kind]int{base.Queen: 2}},
		{"rnbqkbnr/2pppppp/8/8/8/RN6/2PPPPPP/RNBQKBNR w KQkq -", map[base.Kind]int{base.Rook: 1, base.Knight: 1}},
		{"rnbqkbnr/2pppppp/8/8/8/BB6/2PPPPPP/RNBQKBNR w KQkq -", map[base.Kind]int{base.DarkBishop: 1, base.LightBishop: 1}},
	} {
		goal := testkit.Setup(t, row.fen)
		for seed := range uint64(20) {
			var s Schedule
			err := s.Make(problem(&goal, seed, false), &k)
			if (err == nil) != (row.want != nil) {
				t.Fatalf("%s: %v, want a schedule: %v", row.fen, err, row.want != nil)
			}
			gotKinds := map[base.Kind]int{}
			for _, home := range []chess.Square{chess.A2, chess.B2} {
				if u := s.At[home]; err == nil {
					gotKinds[base.KindOf(s.PromotionRole[u], s.PromotionSquare[u])]++
					if s.PromotionSquare[u].File() != home.File() || s.PromotionSquare[u].Row() != 7 {
						t.Errorf("%s: the pawn from %v promotes on %v", row.fen, home, s.PromotionSquare[u])
					}
				}
			}
			for kind, n := range row.want {
				if gotKinds[kind] != n {
					t.Errorf("%s, seed %d: %d men of kind %d, want %d", row.fen, seed, gotKinds[kind], kind, n)
				}
			}
		}
	}
}

// TestBarred checks that no knight is promoted on a barred square.
func TestBarred(t *testing.T) {
	captureOn := func(sq chess.Square) search.Step {
		return search.Step{Color: chess.White, From: chess.NoSquare, To: sq, Capture: true}
	}
	k := search.Kernel{
		Moves: []search.Move{{Color: chess.White, Victim: search.Pawn, ToFile: 1, ToIndex: 1},
			{Color: chess.White, Victim: search.Pawn, ToIndex: 1}},
		Extended: []search.Step{captureOn(chess.B7), captureOn(chess.A7)},
	}
	goal := testkit.Setup(t, "rnbqkbnr/2pppppp/8/8/8/RN6/2PPPPPP/RNBQKBNR w KQkq -")
	for seed := range uint64(20) {
		problem := problem(&goal, seed, false)
		problem.Barred.Knights[chess.White] = 1 // not on a8
		var s Schedule
		if err := s.Make(problem, &k); err != nil || s.PromotionRole[s.At[chess.A2]] != chess.Rook {
			t.Fatalf("a2 becomes a %v (%v), want a rook", s.PromotionRole[s.At[chess.A2]], err)
		}
		problem.Barred.Knights[chess.White] = 3
		if err := s.Make(problem, &k); err != errPromotions {
			t.Fatalf("with both squares barred: %v, want %v", err, errPromotions)
		}
	}
}

// TestPromotionSquares checks that promotion squares are to be cleared with Revise only.
func TestPromotionSquares(t *testing.T) {
	k := search.Kernel{
		Moves:    []search.Move{{Color: chess.White, Victim: search.Pawn, ToIndex: 1}},
		Extended: []search.Step{{Color: chess.White, From: chess.NoSquare, To: chess.A7, Capture: true}},
	}
	const fen = "rnbqkbnr/1ppppppp/8/8/8/Q7/1PPPPPPP/RNBQKBNR w KQkq -"
	if s := mustMake(t, fen, false, k); s.ClearedSquares != 0 {
		t.Errorf("to be cleared are\n%v want none", s.ClearedSquares)
	}
	if s := mustMake(t, fen, true, k); s.ClearedSquares != chess.A8.BB() {
		t.Errorf("with Revise to be cleared are\n%v want a8", s.ClearedSquares)
	}
}

// TestCountOriginsManByMan compares countOrigins with a loop over all men, also where several are promoted on one square.
func TestCountOriginsManByMan(t *testing.T) {
	testkit.Medium(t)
	rnd := rand.New(rand.NewPCG(4, 15))
	shared := 0
	checkSchedules(t, func(s *Schedule, _ *search.Kernel) {
		for c := chess.White; c <= chess.Black; c++ {
			for role := chess.Knight; role <= chess.King; role++ {
				reach, want := chess.Bitboard(rnd.Uint64()|rnd.Uint64()), 0
				seen := chess.Bitboard(0)
				for u := range int8(s.Size) {
					sq := s.originOf(u, c, role)
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
				if got := s.countOrigins(c, role, reach); got != want {
					t.Errorf("%v %v: %d men in\n%v want %d", c, role, got, reach, want)
				}
			}
		}
	})
	if shared == 0 {
		t.Error("no square has two men")
	}
}
