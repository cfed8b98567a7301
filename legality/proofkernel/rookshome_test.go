package proofkernel

import (
	"maps"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// A fate says of the queens and rooks of the start where they stand or that they were taken.
type fate struct {
	began        map[chess.Square]chess.Square // where the man on a square began
	taken        [2][chess.Queen + 1]int       // those taken, by color and role
	takenByPawns [2][chess.Queen + 1]int       // those of them that pawns took
}

// newFate returns the fate before any move.
func newFate() *fate {
	f := &fate{began: map[chess.Square]chess.Square{}}
	start := chess.InitialSetup()
	for sq := range (start.Board.Of(chess.Queen) | start.Board.Of(chess.Rook)).All() {
		f.began[sq] = sq
	}
	return f
}

// follow follows a move from position p to position q.
func (f *fate) follow(p, q *chess.Position, m chess.Move) {
	before, after := p.Setup(), q.Setup()
	us := before.Turn
	for sq := range f.began { // of the other side; who was taken is not there any more
		man := before.Board.At(sq)
		if man.Color() != us && after.Board.At(sq) != man {
			f.taken[1-us][man.Role()]++
			if m.Role() == chess.Pawn {
				f.takenByPawns[1-us][man.Role()]++
			}
			delete(f.began, sq)
		}
	}
	moved := map[chess.Square]chess.Square{}
	for sq, home := range f.began {
		man := before.Board.At(sq)
		if man.Color() != us || after.Board.At(sq) == man {
			continue
		}
		delete(f.began, sq)
		for to := range after.Board.Pieces(us, man.Role()).All() {
			if before.Board.At(to) != man {
				moved[to] = home
			}
		}
	}
	maps.Copy(f.began, moved)
}

// TestTakenAtHomeInGames follows queens and rooks through games in which few pawns move, and compares them with the counts of men
// taken at home.
func TestTakenAtHomeInGames(t *testing.T) {
	src := testkit.Rand(t.Name())
	styles := []chesstest.Weights{
		{PawnStep: 0.02, Take: 2}, {PawnStep: 0.1, PawnTakesMan: 10, Take: 1, Promote: 5}, {PawnStep: 0.05, Take: 0.3, PawnTakesMan: 4},
		{PawnStep: 0.3, PawnTakesMan: 20, Take: 0.5, Promote: 9},
	}
	seen, open, byPawn, n := 0, 0, 0, 0
	var v Solver
	for seen < testkit.LongSize(300, 20_000) {
		f, p := newFate(), chess.InitialPosition()
		for m, next := range chesstest.Moves(src, chesstest.Options{Plies: 40 + src.IntN(200), Weights: styles[src.IntN(len(styles))]}) {
			f.follow(&p, &next, m)
			p = next
			if src.IntN(6) > 0 {
				continue
			}
			n++
			setup := p.Setup()
			var g goal
			g.read(&setup)
			taken := 0 // at home, as the solver counts
			for c := range 2 {
				for r := chess.Knight; r <= chess.Queen; r++ {
					s := &g.shutIn[c]
					taken += int(s.taken[r])
					if f.taken[c][r] < int(s.taken[r]) || f.taken[c][r]-f.takenByPawns[c][r] < int(s.takenByOfficer[r]) {
						t.Fatalf("%v: of color %d and role %v the game took %d, pawns %d of them; the solver counts %d at home, %d by no pawn",
							setup, c, r, f.taken[c][r], f.takenByPawns[c][r], s.taken[r], s.takenByOfficer[r])
					}
				}
			}
			if taken == 0 {
				continue
			}
			seen++
			if c, ok := g.singleOpenMan(); ok {
				open++
				if f.takenByPawns[c][chess.Rook] > 0 {
					byPawn++
				}
			}
			checkAccepted(t, &v, setup, "reached by a random game")
		}
	}
	if open < seen/20 || byPawn == 0 && !testkit.Brief() {
		t.Errorf("of %d setups %d have one man taken in an area open to pawns, and pawns took %d of these: too few", seen, open, byPawn)
	}
}

// takesAtHome reports whether men were taken at home by Lemma 19. Oracles and the explicit search do not know this lemma, so that
// they may find kernels then.
func takesAtHome(s *chess.Setup) bool {
	var g goal
	g.read(s)
	return g.describeTakenAtHome() != ""
}

// TestTakenAtHomeLegal checks setups that lack one hypothesis of Lemma 19.
func TestTakenAtHomeLegal(t *testing.T) { checkHasKernels(t, "takenathome.tsv") }

// TestTakenAtHome checks setups that Lemma 19 refutes, and how many men were taken at home in them, and how many of these by no
// pawn.
func TestTakenAtHome(t *testing.T) {
	for _, row := range []struct {
		fen             string
		taken, byNoPawn int
		why             string
	}{
		{"rnbqkbnr/pppppppp/8/8/P7/R6P/1PPPPPP1/RNBQKB2 w Qkq -", 1, 0, "a rook too many"},
		{"rnbqkbnr/pppppppp/8/8/P7/R6P/1PPPPPPB/RNBQKBR1 w Qkq -", 0, 0, "none was taken at home, but the bishop did not come behind the pawn"},
		{"rnbqkbnr/pppp1ppp/3p4/8/8/8/PPPPPPPP/1NBQKBNR w Kkq -", 1, 1, "no pawn took the rook"},
		{"rnbqkbnr/pppp1ppp/3p4/8/8/8/PPPPPPPP/RNB1KBNR w KQkq -", 1, 1, "nor the queen"},
		{"rnbqkbnr/pppp1ppp/8/8/3Q4/8/PPPPPPPP/RNB1KBNR w KQkq -", 1, 1, "a queen too many"},
		{"rnbqkbnr/ppppp1pp/8/8/P3pP2/8/1PPPP1PP/RNBQKBN1 w Qkq -", 1, 0, "Black's pawn on e4 took a man, and none was promoted"},
		{"rnbqkbnr/ppppppp1/8/8/P7/6pP/1PPPPPP1/RNBQKBN1 w Qkq -", 1, 0, "the pawn on g3 took a man, and has yet to take one on h2"},
		// Candidates that engine 11 left open.
		{"1B2b2r/4b3/2Rn1k2/qq2q1bp/1QP2np1/K4N1B/2QrP1PP/R1n2BB1 w - -", 1, 0, ""},
		{"2bN4/1pPp1k2/pQ1P4/6rq/NN3rqq/1PnK1QB1/2RbB3/3bQ1Rn b - -", 1, 0, "in no way"},
		{"4Rb2/1R1np1pb/B1N1Prnp/q1Bk4/6nN/2rpQP2/1b1K2R1/1q2rR2 b - -", 1, 0, ""},
		{"1b2qr2/3p2p1/p1bB3n/1kr2B1n/4RnBP/PQ3K1R/1P1P3r/1BBN2Q1 b - -", 1, 0, ""},
		{"2r1n3/5r1p/1Pn1qN1k/2K3bB/3RB3/1bP3pP/2Q1P1P1/BnBqRB2 b - -", 1, 0, ""},
	} {
		setup := testkit.Setup(t, row.fen)
		for _, s := range []chess.Setup{setup, setup.Mirror()} {
			var v Solver
			r, _ := v.Exists(&s, 0)
			var g goal
			g.read(&s)
			taken := g.shutIn[white].taken.sum() + g.shutIn[black].taken.sum()
			byNoPawn := g.shutIn[white].takenByOfficer.sum() + g.shutIn[black].takenByOfficer.sum()
			if r != NoKernel || taken != row.taken || byNoPawn != row.byNoPawn {
				t.Errorf("%v: %v, %d taken at home, %d by no pawn, want %v, %d and %d: %s", s, r, taken, byNoPawn, NoKernel, row.taken, row.byNoPawn, row.why)
			}
		}
	}
}

// TestBarredKnowsTakenAtHome checks that a file where no knight and no bishop was promoted may have made a rook, which is needed since
// another one was taken at home.
func TestBarredKnowsTakenAtHome(t *testing.T) {
	setup := testkit.Setup(t, "rnbqkbnr/1ppppppp/1p6/8/8/R6P/1PPPPPP1/RNBQKB2 w Qk - 0 1")
	var v Solver
	v.Barred = Barred{Bishops: [2]uint8{1}, Knights: [2]uint8{1}}
	if r, _ := v.Exists(&setup, 0); r != Has {
		t.Errorf("%v, though the a-pawn may have become a rook", r)
	}
	v.Barred.Others = [2]uint8{1}
	if r, _ := v.Exists(&setup, 0); r != NoKernel {
		t.Errorf("%v, though the a-pawn became nothing that is needed", r)
	}
}
