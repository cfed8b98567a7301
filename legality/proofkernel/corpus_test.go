package proofkernel

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// newRand returns a source of random numbers for a seed.
func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)) }

// captured returns the number of men that are missing.
func captured(s *chess.Setup) int { return 32 - s.Board.Men() }

// playoutSetup returns the last position of a random game, or the last before more than so many captures, without en passant.
func playoutSetup(r *rand.Rand, most int) chess.Setup {
	styles := chesstest.Styles()
	opt := chesstest.Options{Plies: 1 + r.IntN(200), Weights: styles[r.IntN(len(styles))].Weights}
	s := chess.InitialSetup()
	for p := range chesstest.Playout(r, opt) {
		next := p.Setup()
		if captured(&next) > most {
			break
		}
		s = next
	}
	s.EP = chess.NoSquare
	return s
}

// constructedSetup makes a setup near the initial position: some pawns have changed files by captures, some men are gone, some
// pawns stand elsewhere on their file, officers stand anywhere in their half. Bishops go more often than other men.
//
// In every second setup the rows are tight: pawns stand as near to home as they can, and the men gone are officers, bishops first, so
// that the rows decide.
func constructedSetup(r *rand.Rand, most int) chess.Setup {
	s := chess.EmptySetup()
	tight := r.IntN(2) == 0
	captures := 1 + r.IntN(most)
	pawnsTaken := [2]int{}
	var files [2][8]int // pawns on each file, by color
	for c := range 2 {
		for file := range 8 {
			files[c][file] = 1
		}
	}
	officers := [2][]chess.Role{}
	for c := range 2 {
		officers[c] = []chess.Role{chess.Queen, chess.Rook, chess.Rook, chess.Knight, chess.Knight, chess.Bishop, chess.Bishop}
	}
	victims := [2]int{}  // men taken, by color
	for range captures { // most of them by pawns
		c := r.IntN(2)
		victims[1-c]++
		if r.IntN(4) > 0 {
			file := r.IntN(8)
			if y := file + 1 - 2*r.IntN(2); y >= 0 && y < 8 && files[c][file] > 0 {
				files[c][file]--
				files[c][y]++
			}
		}
	}
	for c := range 2 { // which men were taken
		for ; victims[c] > 0; victims[c]-- {
			k, n := r.IntN(10), len(officers[c])
			switch {
			case n > 0 && (k < 5 || tight): // the last officer; bishops come last
				officers[c] = officers[c][:n-1]
			case n > 0 && (k < 8 || pawnsTaken[c] > 0): // any officer
				i := r.IntN(n)
				officers[c] = append(officers[c][:i:i], officers[c][i+1:]...)
			default: // a pawn, or the first officer if the file drawn has none
				file := r.IntN(8)
				if files[c][file] > 0 {
					files[c][file]--
				} else if n > 0 {
					officers[c] = officers[c][1:]
				}
				pawnsTaken[c]++
			}
		}
	}
	for c := range 2 {
		promoted := placePawns(r, &s.Board, c, &files[c], tight)
		placeOfficers(r, &s.Board, c, append(append(officers[c], promoted...), chess.King))
	}
	s.Turn = chess.Color(r.IntN(2))
	return s
}

// placePawns puts pawns of color c on their files. It returns the officers to which some of them were promoted instead. A pawn for
// which no square is free is left out.
func placePawns(r *rand.Rand, b *chess.Board, c int, files *[8]int, tight bool) (promoted []chess.Role) {
	for file := range 8 {
		for range files[file] {
			y := 1
			if file == 3 || file == 4 {
				y = 2 // lets the bishops out
			}
			for k := r.IntN(6); k > 0 && r.IntN(3) > 0 && !tight; k-- {
				y++
			}
			if r.IntN(12) == 0 && !tight {
				promoted = append(promoted, []chess.Role{chess.Queen, chess.Knight, chess.Bishop, chess.Rook}[r.IntN(4)])
				continue
			}
			for y < 7 && b.At(chess.NewSquare(file, rowFor(c, y))) != chess.NoPiece {
				y++
			}
			if y < 7 {
				b.Put(chess.NewSquare(file, rowFor(c, y)), chess.NewPiece(chess.Color(c), chess.Pawn))
			}
		}
	}
	return promoted
}

// placeOfficers puts men of color c on random squares of their half, bishops mostly on dark and light squares in turn.
func placeOfficers(r *rand.Rand, b *chess.Board, c int, roles []chess.Role) {
	dark := r.IntN(2) == 0
	for _, role := range roles {
		for {
			sq := chess.NewSquare(r.IntN(8), rowFor(c, r.IntN(4)))
			if b.At(sq) == chess.NoPiece && (role != chess.Bishop || sq.Dark() == dark || r.IntN(20) == 0) {
				b.Put(sq, chess.NewPiece(chess.Color(c), role))
				dark = dark != (role == chess.Bishop)
				break
			}
		}
	}
}

// rowFor returns the row y counted from the side of color c.
func rowFor(c, y int) int {
	if c == black {
		return 7 - y
	}
	return y
}

// mutatedSetup exchanges the contents of two squares, one to three times, or fewer if a pawn drawn has no such square. Now and then
// a man changes its role on the way, or is removed.
func mutatedSetup(r *rand.Rand, s chess.Setup) chess.Setup {
	for range 1 + r.IntN(3) {
		a, b := chess.Square(r.IntN(64)), chess.Square(r.IntN(64))
		if r.IntN(2) == 0 { // a pawn moves within its neighborhood
			p := s.Board.Of(chess.Pawn)
			if p == 0 {
				continue
			}
			for range r.IntN(p.Count()) {
				p &= p - 1
			}
			a = p.First()
			file, y := a.File()+r.IntN(3)-1, a.Row()+r.IntN(3)-1
			if file < 0 || file > 7 || y < 1 || y > 6 {
				continue
			}
			b = chess.NewSquare(file, y)
		}
		p, q := s.Board.At(a), s.Board.At(b)
		switch r.IntN(8) {
		case 0:
			if p.Role() > chess.Pawn && p.Role() < chess.King {
				p = chess.NewPiece(p.Color(), chess.Role(2+r.IntN(4)))
			}
		case 1:
			if p.Role() != chess.King && q.Role() != chess.King {
				p = chess.NoPiece
			}
		}
		s.Board.Put(a, q)
		s.Board.Put(b, p)
	}
	return s.Canonical()
}

// corpus yields n valid setups with at most so many captures: from games, mutated ones, constructed ones, and mutated constructed
// ones.
func corpus(seed uint64, n, most int, yield func(chess.Setup)) {
	r := newRand(seed)
	for n > 0 {
		var s chess.Setup
		switch r.IntN(8) {
		case 0:
			s = playoutSetup(r, most)
		case 1, 2:
			s = mutatedSetup(r, playoutSetup(r, most))
		case 3, 4, 5:
			s = constructedSetup(r, most)
		default:
			s = mutatedSetup(r, constructedSetup(r, most))
		}
		if _, err := s.Position(); err != nil || captured(&s) > most || captured(&s) < 0 {
			continue
		}
		n--
		yield(s)
	}
}

// oracleResult returns the result of the oracle, with its prune or without.
func oracleResult(s *chess.Setup, usesPrune bool) Result {
	o := newOracle(s)
	if o == nil {
		return NoKernel
	}
	o.usesPrune = usesPrune
	switch {
	case !o.hasKernel(&o.start):
		return NoKernel
	case !o.hasExtended(&o.start):
		return NoExtended
	}
	return Has
}

// An oracleComparison compares results of a solver with those of the oracle, and counts the latter.
type oracleComparison struct {
	solver Solver
	counts [Has + 1]int
}

// check compares the results for a setup, with the prune of the oracle or without. Refutations are not compared if men were taken at
// home, which the oracle does not know, and results Has not if they are not exact.
func (c *oracleComparison) check(t *testing.T, setup *chess.Setup, usesPrune bool) {
	t.Helper()
	want := oracleResult(setup, usesPrune)
	got, _ := c.solver.Exists(setup, 0)
	c.counts[want]++
	if got != Has && takesAtHome(setup) || got == Has && !c.solver.Class().Exact {
		return
	}
	testkit.Equal(t, got, want, setup)
	if k, _ := c.solver.Kernel(setup, 0); k != NoKernel && k != Has || k == NoKernel && want != NoKernel {
		t.Errorf("%v: Kernel says %v, want %v", setup, k, want)
	}
}

// checkCorpus compares n setups of a corpus: with at most two captures, and a quarter with at most three. Each result must be seen.
func (c *oracleComparison) checkCorpus(t *testing.T, n int, seed uint64, corpus func(seed uint64, n, most int, yield func(chess.Setup))) {
	t.Helper()
	corpus(seed, n*3/4, 2, func(setup chess.Setup) { c.check(t, &setup, false) })
	corpus(seed+1, n/4, 3, func(setup chess.Setup) { c.check(t, &setup, true) })
	if c.counts[NoKernel] < n/20 || c.counts[NoExtended] < n/200 || c.counts[Has] < n/20 {
		t.Errorf("results of %d setups by number: %v, want a twentieth without kernel, a twentieth with, and some with a kernel but no rows", n, c.counts)
	}
}

// TestAgreesWithOracle compares results with those of the oracle.
func TestAgreesWithOracle(t *testing.T) {
	testkit.Medium(t)
	new(oracleComparison).checkCorpus(t, testkit.Size(150, 1500), 1, corpus)
}
