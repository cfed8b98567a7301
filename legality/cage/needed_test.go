package cage

import (
	"os"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/internal/lemmatest"
	"chesscensus/legality/proofkernel"
)

// neededSquareOf returns the square by which Lemma 15 alone refutes a setup, or NoSquare. The limit is that of the projector.
func neededSquareOf(t *testing.T, s *chess.Setup, limit int) chess.Square {
	t.Helper()
	if s.Violations() != 0 {
		t.Fatalf("%v is not valid", s)
	}
	projections := projector{Limit: limit}
	projections.open(s)
	return projections.impossibleNeededSquare(s, proofkernel.Barred{}, kernelsOf(s))
}

// kernelsOf returns a function that reports whether a setup may have a kernel and an extended kernel if its argument is barred.
func kernelsOf(s *chess.Setup) func(proofkernel.Barred) bool {
	var solver proofkernel.Solver
	return func(b proofkernel.Barred) bool {
		solver.Barred = b
		r, _ := solver.Exists(s, 0)
		return !r.Refutes()
	}
}

// TestNeeded checks the square of Lemma 15 for setups that it refutes and for neighbors, also with colors exchanged.
func TestNeeded(t *testing.T) {
	for _, q := range testkit.Table[struct{ FEN, Want, Why string }](t, "needed.tsv") {
		s := testkit.Setup(t, q.FEN)
		for i, s := range []chess.Setup{s, s.Mirror()} {
			got := neededSquareOf(t, &s, 40_000)
			if i == 1 && got != chess.NoSquare {
				got ^= 56
			}
			if got.String() != q.Want {
				t.Errorf("%s (%s): %v, want %v", s.String(), q.Why, got, q.Want)
			}
		}
	}
}

// TestNeededRoles asks about a8, which a projection of the example bars for bishops, but neither for knights nor for queens.
// Whether Lemma 15 holds depends on the roles without which there is no kernel.
func TestNeededRoles(t *testing.T) {
	s := testkit.Setup(t, "Nnbqkbnr/2pppppp/1p6/3r4/4B3/8/1PPPPPPP/R1BQKB1R b KQk -")
	projections := projector{Limit: 20_000}
	projections.open(&s)
	for _, q := range []struct {
		why  string
		none func(b proofkernel.Barred) bool // there is no kernel if these squares are barred
		want bool                            // Lemma 15 refutes the setup by a8
	}{
		{"bishops", func(b proofkernel.Barred) bool { return b.Bishops[0]&1 != 0 }, true},
		{"bishops or knights, it does not matter which", func(b proofkernel.Barred) bool { return b.Bishops[0]&1 != 0 && b.Knights[0]&1 != 0 }, false},
		{"queens", func(b proofkernel.Barred) bool { return b.Others[0]&1 != 0 }, false},
		{"bishops or queens", func(b proofkernel.Barred) bool { return b.Bishops[0]&1 != 0 && b.Others[0]&1 != 0 }, false},
		{"any of them", func(b proofkernel.Barred) bool { return b.Bishops[0]&b.Knights[0]&b.Others[0]&1 != 0 }, false},
		{"nothing: another theorem refutes the setup", func(proofkernel.Barred) bool { return true }, false},
		{"bishops on b8", func(b proofkernel.Barred) bool { return b.Bishops[0]&2 != 0 }, false},
		{"Black's bishops", func(b proofkernel.Barred) bool { return b.Bishops[1]&1 != 0 }, false},
	} {
		sq := projections.impossibleNeededSquare(&s, proofkernel.Barred{}, func(b proofkernel.Barred) bool { return !q.none(b) })
		if got := sq == chess.A8; got != q.want || sq != chess.A8 && sq != chess.NoSquare {
			t.Errorf("%s: %v, want it to be a8: %v", q.why, sq, q.want)
		}
	}
}

// A promotionWitness follows games. It checks that Lemma 15 does not deny the promotions by a step in them, where another man
// stands on the square now.
type promotionWitness struct {
	witness
	projector projector
	// Questions to the projector, those answered within its limit, and those about men that have left their promotion squares.
	asked, answered, elsewhere int
}

// check checks a position of the game, if it is valid: what is known of each promoted man, and that there is a kernel with just the
// promotions of the game.
func (w *promotionWitness) check(t *testing.T, s *chess.Setup) {
	t.Helper()
	if s.Violations() != 0 {
		return // nothing is asked of positions with a check that gives no last move
	}
	b := &s.Board
	opened := false
	// All squares are barred, except those on which men were promoted.
	barred := proofkernel.Barred{Bishops: [2]uint8{0xff, 0xff}, Knights: [2]uint8{0xff, 0xff}, Others: [2]uint8{0xff, 0xff}}
	for now, sq := range w.promotedOn {
		if sq == chess.NoSquare {
			continue
		}
		man := b.At(chess.Square(now))
		c, role, bit := man.Color(), man.Role(), uint8(1)<<sq.File()
		switch role {
		case chess.Bishop:
			barred.Bishops[c] &^= bit
		case chess.Knight:
			barred.Knights[c] &^= bit
		default:
			barred.Others[c], role = barred.Others[c]&^bit, chess.Queen
		}
		if occupant := b.At(sq); occupant == chess.NoPiece || occupant == chess.NewPiece(c.Other(), chess.King) {
			continue
		}
		if !opened {
			w.projector.open(s)
			opened = true
		}
		before := w.projector.spent
		region := regionOf(s, sq)
		if region.Count() > regionSquares {
			region = sq.BB() // the window is narrower than that of any question of verdicts
		}
		if w.projector.neverFreeAround(s, &question{color: c, promotion: sq, role: role}, region, sq.BB()) {
			t.Errorf("%v, of a game: the man on %v was promoted on %v, which is denied", s, chess.Square(now), sq)
		}
		if n := w.projector.spent - before; n > 0 {
			w.asked++
			if chess.Square(now) != sq {
				w.elsewhere++
			}
			if n <= int64(w.projector.Limit) {
				w.answered++
			}
		}
	}
	if opened && !kernelsOf(s)(barred) {
		t.Errorf("%v, of a game, has no kernel without what is barred: %+v", s, barred)
	}
}

// report fails the test if too little was asked, if fewer than an eighth of the questions were answered, or if fewer than an eighth
// are about men elsewhere.
func (w *promotionWitness) report(t *testing.T, least int) {
	t.Helper()
	if w.asked < least || w.answered < w.asked/8 || w.elsewhere < w.asked/8 {
		t.Errorf("%d questions, %d answered, %d about men elsewhere: too few", w.asked, w.answered, w.elsewhere)
	}
}

// replacements returns how near a board after move m is to Lemma 15. Each promoted man counts 2, or 4 if it has left its promotion
// square, and 12 more if a man with few squares between the pawns stands there.
func (w *promotionWitness) replacements(b *chess.Board, m chess.Move) (n int) {
	before := w.promotedOn
	w.follow(m)
	defer func() { w.promotedOn = before }()
	for now, sq := range w.promotedOn {
		if sq == chess.NoSquare {
			continue
		}
		if n += 2; chess.Square(now) == sq {
			continue
		}
		n += 2
		if x := b.At(sq); x != chess.NoPiece && chess.Flood(x.Role(), sq.BB(), b.Of(chess.Pawn)).Count() <= regionSquares {
			n += 12
		}
	}
	return n
}

// TestNeededAcceptsReplacements continues hard games, and others, with moves after which men leave the squares where they were
// promoted and others come.
func TestNeededAcceptsReplacements(t *testing.T) {
	rnd := testkit.Rand(t.Name())
	w := promotionWitness{projector: projector{Limit: 1000}}
	games := gamesToFollow(t)
	for range testkit.LongSize(12, 200) {
		p := chess.InitialPosition()
		w.start()
		game := games[rnd.IntN(len(games))]
		for _, m := range game[:len(game)/2+rnd.IntN(len(game)/2+1)] {
			w.follow(m)
			p = p.Play(m)
		}
		for range 60 {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			m := bestMove(rnd, &p, moves, 4+rnd.IntN(16), w.replacements)
			w.follow(m)
			p = p.Play(m)
			if rnd.IntN(3) == 0 {
				s := p.Setup()
				w.check(t, &s)
			}
		}
	}
	w.report(t, 20)
}

// gamesToFollow returns games of the proofs and hard games.
func gamesToFollow(t *testing.T) (games [][]chess.Move) {
	for _, name := range slices.Concat(proofFiles, []string{"../proofkernel/proofs.go", "../proofkernel/proofsrows.go"}) {
		for _, l := range lemmatest.Lemmas(t, name) {
			games = append(games, testkit.Line(t, chess.InitialPosition(), strings.Join(l.Moves(), " ")))
		}
	}
	return append(games, hardGames(t)...)
}

// hardGames reads docs/data/hard.pgn.
func hardGames(t *testing.T) (games [][]chess.Move) {
	t.Helper()
	f := testkit.Must(os.Open("../../docs/data/hard.pgn"))(t)
	defer f.Close()
	for g, err := range chess.ReadPGN(f, "hard.pgn") {
		testkit.OK(t, err)
		games = append(games, g.Moves)
	}
	return games
}

// TestNeededAcceptsGames follows these games. Some positions, and the last of each game, are checked by promotionWitness; the last is
// not refuted by Lemma 15.
func TestNeededAcceptsGames(t *testing.T) {
	testkit.Medium(t)
	rnd := testkit.Rand(t.Name())
	w := promotionWitness{projector: projector{Limit: 2000}}
	oneIn := 8 // one position in so many is checked
	if testing.Short() {
		oneIn = 60
	}
	for _, moves := range gamesToFollow(t) {
		p := chess.InitialPosition()
		w.start()
		for i, m := range moves {
			p = p.Play(m)
			w.follow(m)
			if rnd.IntN(oneIn) == 0 || i == len(moves)-1 {
				s := p.Setup()
				w.check(t, &s)
			}
		}
		s := p.Setup()
		if sq := neededSquareOf(t, &s, 2000); sq != chess.NoSquare {
			t.Errorf("%v, of a game, is refuted: %v", s.String(), sq)
		}
	}
	w.report(t, 60)
}

// TestNeededAcceptsPlayouts checks that positions of random games are not refuted.
func TestNeededAcceptsPlayouts(t *testing.T) {
	rnd := testkit.Rand(t.Name())
	for range testkit.Size(10, 100) {
		opt := chesstest.RandomOptions(rnd)
		opt.Plies = 60 + rnd.IntN(240)
		opt.Weights.Promote, opt.Weights.PawnStep = 20, 4
		for p := range chesstest.Playout(rnd, opt) {
			if rnd.IntN(16) > 0 {
				continue
			}
			s := p.Setup()
			if sq := neededSquareOf(t, &s, 300); sq != chess.NoSquare {
				t.Errorf("%v, of a game, is refuted: %v", s.String(), sq)
			}
		}
	}
}
