package chesscounter

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// TestWitnesses checks that the game of every flawed rule leads to its witness, which is rejected by the rule as
// published and accepted if mended.
func TestWitnesses(t *testing.T) {
	letters := map[string]int{}
	for _, r := range Rules() {
		if r.Witness == "" {
			continue
		}
		letters[r.Letter] = r.Number
		p, w := testkit.Played(t, r.Game), setup(t, r.Witness)
		if p.Board() != w.Board || p.Turn() != w.Turn {
			t.Errorf("witness %s: the game leads to %s, not to %s", r.Letter, p, r.Witness)
		}
		m, f := w.Mirror(), testkit.FlipFiles(*w)
		for _, s := range []*chess.Setup{w, &m, &f} {
			checkInvariants(t, s)
			for _, o := range variants {
				want := r.Number
				if o.Mended {
					want = 0
				}
				if v := o.Judge(s, General); v.Rule != want {
					t.Errorf("witness %s, %s, %+v: %v, want rule %d", r.Letter, s, o, v, want)
				}
			}
		}
	}
	if len(letters) != 4 || letters["A"] != 4 || letters["B"] != 2 || letters["C"] != 8 || letters["D"] != 9 {
		t.Errorf("witnesses %v", letters)
	}
}

// blindSpots are illegal setups that ChessCounter accepts, with the reason why they are illegal.
var blindSpots = []struct{ fen, why string }{
	{"4k3/8/8/P7/8/8/PPPP4/4K3 w - - 0 1", "no home square is left for the pawn on a5"},
	{"r1bqkbnr/pppppppp/8/8/1P6/8/PPP1PPPP/RNBQKBNR w - - 0 1", "d2 to b4 takes two captures, one man is missing"},
	{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKQNR w - - 0 1", "the h pawn cannot have promoted"},
	{"k6b/8/8/8/8/8/8/K7 w - - 0 1", "no last move; distant checks are not examined"},
	{"4k3/8/8/3pP3/8/8/8/r3K3 w - - 0 1", "counts for two, but the double step cannot have given the check"},
}

// TestPatternsLackHomes checks that every pattern of rule 5 has too few home squares, and without any one of its
// pawns it has enough.
func TestPatternsLackHomes(t *testing.T) {
	if len(patterns) != 38 {
		t.Errorf("%d patterns, want 11 twice, 6, 5 and 5", len(patterns))
	}
	seen := map[chess.Bitboard]bool{}
	for _, p := range patterns {
		if seen[p] {
			t.Errorf("pattern twice:\n%v", p)
		}
		seen[p] = true
		if leastCaptures(p, 0) < 100 {
			t.Errorf("pawns that have homes:\n%v", p)
		}
		for sq := range p.All() {
			if leastCaptures(p&^sq.BB(), 0) >= 100 {
				t.Errorf("without %v there are still too few homes:\n%v", sq, p)
			}
		}
	}
}

// leastCaptures returns the least number of changes of files by which the pawns come from different home squares,
// by trying all assignments; 100 or more if there is none. The home squares in used are not available.
func leastCaptures(pawns chess.Bitboard, used int) int {
	if pawns == 0 {
		return 0
	}
	best, sq := 100, pawns.First()
	for home := range 8 {
		if d := max(home-sq.File(), sq.File()-home); used>>home&1 == 0 && d < sq.Row() {
			best = min(best, d+leastCaptures(pawns&(pawns-1), used|1<<home))
		}
	}
	return best
}

// promotingStyle are weights of moves with which games have many promotions.
var promotingStyle = chesstest.Weights{PawnStep: 10, PawnTakesMan: 300, Take: 0.001, Promote: 300, EnPassant: 0.001, Check: 0.3}

// A soundnessTally counts legal positions and their rejections by the published rules.
type soundnessTally struct {
	positions int
	rejected  [11]int // as published
}

// add judges the setup after the moves of a game from a legal position: the mended rules must
// accept it, and of the published ones only the flawed rules may reject it.
func (n *soundnessTally) add(t testing.TB, s chess.Setup, start chess.Position, game []chess.Move) {
	t.Helper()
	n.positions++
	published := Options{}.Judge(&s, General)
	switch published.Rule {
	case 0:
	case 2, 4, 8, 9:
		n.rejected[published.Rule]++
	default:
		t.Fatalf("%s, after %v from %v: %v, but only rules 2, 4, 8, 9 are flawed", s, game, start, published)
	}
	if v := (Options{Mended: true}).Judge(&s, General); !v.Accepted() {
		t.Fatalf("%s, after %v from %v: mended %v, as published %v", s, game, start, v, published)
	}
}

// TestMendedAcceptsPlayouts checks that of positions that random games reach, or would reach by a single other
// move, the mended rules reject none, and the published ones some, by the flawed rules only.
func TestMendedAcceptsPlayouts(t *testing.T) {
	least := testkit.Size(50_000, 400_000)
	var starts []chess.Position
	for _, r := range Rules() {
		if r.Game != "" {
			starts = append(starts, testkit.Played(t, r.Game))
		}
	}
	src := testkit.Rand("sound")
	var moves, game []chess.Move
	var n soundnessTally
	for g := 0; n.positions < least; g++ {
		opt := chesstest.RandomOptions(src)
		if g%4 == 0 {
			opt = chesstest.Options{Plies: 300, Weights: promotingStyle}
		}
		opt.Start = chess.InitialPosition()
		if g%4 == 1 {
			opt.Start = starts[src.IntN(len(starts))]
		}
		game = game[:0]
		n.add(t, opt.Start.Setup(), opt.Start, game)
		for m, p := range chesstest.Moves(src, opt) {
			game = append(game, m)
			n.add(t, p.Setup(), opt.Start, game)
			if src.IntN(8) > 0 {
				continue
			}
			moves = p.Moves(moves[:0])
			for _, m := range moves {
				q := p.Play(m)
				n.add(t, q.Setup(), opt.Start, append(game, m))
			}
		}
	}
	for _, rule := range []int{2, 4, 8, 9} {
		if n.rejected[rule] == 0 {
			t.Errorf("rule %d never rejects a legal position here: the test is too weak", rule)
		}
	}
}

// TestChecksClosedUnderMoves checks that from any valid position, legal or not, no legal move leads to one that a
// mended rule about checks rejects: rules 3, 7, 8 and 9. Random placements lead to thousands of double checks of
// all kinds, which are rare in games.
func TestChecksClosedUnderMoves(t *testing.T) {
	testkit.Medium(t)
	src := testkit.Rand("moves")
	checks, published := 0, [11]int{}
	want := testkit.Size(30_000, 300_000)
	for i := 0; checks < want; i++ {
		s := randomSetup(src, 14)
		if i%4 > 0 { // Black to move can give check
			s = randomBesieged(src)
			s.Turn = chess.Black
		}
		if src.IntN(2) == 0 { // with an en passant square if a capture there is legal
			s.EP = chess.NewSquare(src.IntN(8), 5-3*int(s.Turn))
			*s = s.Canonical()
		}
		p, err := s.Position()
		if err != nil {
			continue
		}
		for _, m := range p.Moves(nil) {
			q := p.Play(m)
			if !q.InCheck() {
				continue
			}
			checks++
			after := q.Setup()
			if v := (Options{Mended: true}).Judge(&after, General); v.Rule == 3 || v.Rule >= 7 {
				t.Fatalf("%s by %v from %s: %v", after, m, p, v)
			}
			if v := (Options{}).Judge(&after, General); v.Rule > 0 {
				published[v.Rule]++
			}
		}
	}
	if published[3]+published[7] > 0 || (published[8] == 0 || published[9] == 0) && !testing.Short() {
		t.Errorf("rejected as published: %v, want some by rules 8 and 9, none by 3 and 7", published)
	}
}

// FuzzJudge checks the invariants for any setup.
func FuzzJudge(f *testing.F) {
	for _, r := range Rules() {
		f.Add(r.Rejected)
		f.Add(r.Accepted)
		if r.Witness != "" {
			f.Add(r.Witness)
		}
	}
	for _, c := range blindSpots {
		f.Add(c.fen)
	}
	f.Add("kkkkkkkk/PPPPPPPP/qqqqqqqq/QQQQQQQQ/rrrrrrrr/RRRRRRRR/pppppppp/KKKKKKKK b KQkq h8 0 1")
	f.Add("pPpPkPpP/PPPPPPPP/pppppppp/PPPPPPPP/pppppppp/PPPPPPPP/pppppppp/PpPpKpPp b - - 0 1")
	f.Fuzz(func(t *testing.T, line string) {
		if rec, err := chess.ParseFEN(line); err == nil {
			checkInvariants(t, &rec.Setup)
		}
	})
}

// FuzzMended: the bytes choose the moves of a game. The mended rules reject none of its
// positions, and of the published ones only the flawed rules do.
func FuzzMended(f *testing.F) {
	f.Add([]byte("a game"))
	f.Add([]byte{8, 200, 17, 3, 90, 41, 6, 250, 11, 77, 13, 54, 2, 99, 180, 31, 7})
	f.Fuzz(func(t *testing.T, choices []byte) {
		p := chess.InitialPosition()
		var n soundnessTally
		var moves, game []chess.Move
		for _, c := range choices[:min(len(choices), 300)] {
			if moves = p.Moves(moves[:0]); len(moves) == 0 {
				return
			}
			m := moves[int(c)%len(moves)]
			p = p.Play(m)
			game = append(game, m)
			n.add(t, p.Setup(), chess.InitialPosition(), game)
		}
	})
}

// TestBlindSpots checks that every variant of the rules accepts the illegal diagrams of blindSpots.
func TestBlindSpots(t *testing.T) {
	for _, c := range blindSpots {
		s := setup(t, c.fen)
		checkInvariants(t, s)
		for _, o := range variants {
			if v := o.Judge(s, General); v.Rule != 0 {
				t.Errorf("%s, %+v: %v, want it accepted: %s", c.fen, o, v, c.why)
			}
		}
	}
}
