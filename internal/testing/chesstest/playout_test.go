package chesstest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// A tally counts moves and positions of some games of one style.
type tally struct {
	positions    int
	enPassants   int // positions with an en passant square
	epCaptures   int
	castled      int
	rightsLate   int // positions after ply 60 with a castling right
	checks       int
	doubleChecks int
	promotions   int
	mostPromoted int // in one game
	fewestMen    int
	longest      int // plies
}

func (t *tally) add(src *rand.Rand, opt Options) {
	promoted, plies := 0, 0
	for m, p := range Moves(src, opt) {
		count := func(n *int, is bool) {
			if is {
				*n++
			}
		}
		plies++
		b := p.Board()
		count(&t.positions, true)
		count(&promoted, m.Promotion() != chess.NoRole)
		count(&t.epCaptures, m.EnPassant())
		count(&t.castled, m.Castles())
		count(&t.enPassants, p.EP() != chess.NoSquare)
		count(&t.rightsLate, plies > 60 && p.Castling() != 0)
		count(&t.checks, p.InCheck())
		count(&t.doubleChecks, p.Checkers().Many())
		t.fewestMen = min(t.fewestMen, b.Men())
	}
	t.promotions += promoted
	t.mostPromoted = max(t.mostPromoted, promoted)
	t.longest = max(t.longest, plies)
}

// TestStylesCoverTheCorners: 100 games of each style have enough of the positions for which the style exists. The seed is fixed; the bounds
// are about half of the measured numbers.
func TestStylesCoverTheCorners(t *testing.T) {
	testkit.Medium(t)
	tallies := map[string]tally{}
	for _, s := range Styles() {
		sum := tally{fewestMen: 32}
		src := rand.New(rand.NewPCG(1, 1))
		for range 100 {
			sum.add(src, Options{Weights: s.Weights})
		}
		tallies[s.Name] = sum
		t.Logf("%-10s %+v", s.Name, sum)
	}
	for _, c := range []struct {
		style, what string
		got, want   int
	}{
		{"slaughter", "bare kings", 32 - tallies["slaughter"].fewestMen, 30},
		{"promotions", "promotions", tallies["promotions"].promotions, 500},
		{"promotions", "promotions in one game", tallies["promotions"].mostPromoted, 12},
		{"promotions", "men gone", 32 - tallies["promotions"].fewestMen, 20},
		{"enpassant", "ep squares", tallies["enpassant"].enPassants, 100},
		{"enpassant", "ep captures", tallies["enpassant"].epCaptures, 60},
		{"castling", "late rights", tallies["castling"].rightsLate, 4000},
		{"castled", "castlings", tallies["castled"].castled, 100},
		{"peace", "plies", tallies["peace"].longest, defaultPlies},
		{"checks", "checks", tallies["checks"].checks, 2000},
		{"checks", "double checks", tallies["checks"].doubleChecks, 5},
		{"mixed", "promotions in one game", tallies["mixed"].mostPromoted, 8},
		{"mixed", "ep captures", tallies["mixed"].epCaptures, 15},
	} {
		if c.got < c.want {
			t.Errorf("style %s: %d %s in 100 games, want at least %d", c.style, c.got, c.what, c.want)
		}
	}
	if p := tallies["peace"]; p.fewestMen < 24 {
		t.Errorf("style peace: down to %d men, want at least 24", p.fewestMen)
	}
}

func TestPlayoutIsReproducible(t *testing.T) {
	for _, s := range Styles() {
		opt := Options{Plies: 80, Weights: s.Weights}
		a := slices.Collect(Playout(rand.New(rand.NewPCG(7, 7)), opt))
		b := slices.Collect(Playout(rand.New(rand.NewPCG(7, 7)), opt))
		if !slices.Equal(a, b) {
			t.Errorf("style %s: two games from equal sources differ", s.Name)
		}
	}
}

func TestPlayoutPositionsAreValid(t *testing.T) {
	src := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		for p := range Playout(src, RandomOptions(src)) {
			s := p.Setup()
			if v := s.Violations(); v != 0 {
				t.Fatalf("%v: %v", p, v)
			}
		}
	}
}

func TestPlayoutStartsAtStartAndKeepsToPlies(t *testing.T) {
	f := testkit.Must(chess.ParseFEN("8/P7/8/8/8/8/8/K1k5 w - - 0 1"))(t)
	start := testkit.Must(f.Setup.Position())(t)
	src := rand.New(rand.NewPCG(1, 2))
	got := slices.Collect(Playout(src, Options{Start: start, Plies: 5}))
	if got[0] != start || len(got) > 6 {
		t.Errorf("%d positions from %v, want at most 6 from %v", len(got), got[0], start)
	}
	for p := range Playout(src, Options{}) {
		if p != chess.InitialPosition() {
			t.Errorf("zero options start at %v", p)
		}
		break // a caller may stop at any time
	}
}

// TestForbiddenMovesOnlyWhenForced: a move with a negative weight is made only if there is no other move.
func TestForbiddenMovesOnlyWhenForced(t *testing.T) {
	src := rand.New(rand.NewPCG(5, 5))
	w := Weights{Take: -1, PawnTakesMan: -1, EnPassant: -1, LoseRights: -1}
	for range 20 {
		p := chess.InitialPosition()
		for m, q := range Moves(src, Options{Weights: w}) {
			if m.Captured() == chess.NoRole && (m.Castles() || p.Castling() == q.Castling()) {
				p = q
				continue
			}
			for _, other := range p.Moves(nil) {
				o := p.Play(other)
				if w.weightOf(&p, &o, other) > 0 {
					t.Fatalf("%v: played %v although %v was free", p, m, other)
				}
			}
			p = q
		}
	}
}

// TestSteer: moves with a small factor are hardly ever made.
func TestSteer(t *testing.T) {
	onlyPawns := func(_, _ *chess.Position, m chess.Move) float64 {
		if m.Role() == chess.Pawn {
			return 1
		}
		return 1e-9
	}
	for m := range Moves(rand.New(rand.NewPCG(6, 6)), Options{Plies: 20, Steer: onlyPawns}) {
		if m.Role() != chess.Pawn {
			t.Errorf("%v is no move of a pawn", m)
		}
	}
}
