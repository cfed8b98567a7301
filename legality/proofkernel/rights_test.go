package proofkernel

import (
	"context"
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofkernel/search"
)

// possibleRights returns the castling rights for which king and rook stand on their squares.
func possibleRights(s *chess.Setup) chess.Castling {
	all := *s
	all.Castling = chess.AllCastling
	return all.Canonical().Castling
}

// bringMan puts a man of the color and role of p, if there is one free, on a square, in exchange with the man there. It reports
// whether the man is there.
func bringMan(s *chess.Setup, p chess.Piece, to chess.Square, used *chess.Bitboard) bool {
	if s.Board.At(to) != p {
		free := s.Board.Pieces(p.Color(), p.Role()) &^ *used
		switch {
		case p.Role() != chess.Bishop:
		case to.Dark():
			free &= chess.DarkSquares
		default:
			free &^= chess.DarkSquares
		}
		if free == 0 {
			return false
		}
		from := free.First()
		s.Board.Put(from, s.Board.At(to))
		s.Board.Put(to, p)
	}
	*used |= to.BB()
	return true
}

// withMenAtHome brings kings and rooks home, and now and then the bishops, so that they are locked in. The rights are those of a
// random mask.
func withMenAtHome(r *rand.Rand, s chess.Setup) chess.Setup {
	for c := range chess.Color(2) {
		back := 7 * int(c)
		used := chess.RowBB(1) | chess.RowBB(6)
		bringMan(&s, chess.NewPiece(c, chess.King), chess.NewSquare(4, back), &used)
		for _, file := range []int{0, 7} {
			if r.IntN(4) > 0 {
				bringMan(&s, chess.NewPiece(c, chess.Rook), chess.NewSquare(file, back), &used)
			}
		}
		for _, file := range []int{2, 5} {
			if r.IntN(2) > 0 {
				bringMan(&s, chess.NewPiece(c, chess.Bishop), chess.NewSquare(file, back), &used)
			}
		}
	}
	s.Castling = possibleRights(&s) & chess.Castling(r.IntN(16))
	return s
}

// castlingWeights returns the weights of games in which castling rights last.
func castlingWeights() chesstest.Weights {
	for _, style := range chesstest.Styles() {
		if style.Name == "castling" {
			w := style.Weights
			w.PawnStep, w.PawnTakesMan, w.Promote = 2, 30, 20
			return w
		}
	}
	panic("no such style")
}

// rightsCorpus yields n valid setups with at most so many captures, nearly all of them with castling rights: positions of random
// games with some of their rights, mutations of these, and setups near the start with men brought home.
func rightsCorpus(seed uint64, n, most int, yield func(chess.Setup)) {
	r := newRand(seed)
	for n > 0 {
		var s chess.Setup
		switch k := r.IntN(8); {
		case k < 3:
			s = chess.InitialSetup()
			opt := chesstest.Options{Plies: 1 + r.IntN(150), Weights: castlingWeights()}
			for p := range chesstest.Playout(r, opt) {
				next := p.Setup()
				if captured(&next) > most {
					break
				}
				s = next
			}
			s.EP = chess.NoSquare
			s.Castling &= chess.Castling(r.IntN(16))
			if k > 0 {
				s = mutatedSetup(r, s)
			}
		case k < 6:
			s = withMenAtHome(r, constructedSetup(r, most))
		default:
			s = mutatedSetup(r, withMenAtHome(r, constructedSetup(r, most)))
		}
		if _, err := s.Position(); err != nil || captured(&s) > most || captured(&s) < 0 {
			continue
		}
		n--
		yield(s)
	}
}

// TestAgreesWithOracleOnRights is TestAgreesWithOracle for setups in which kings, rooks and locked bishops hold squares on which
// pawns would promote. Then no promotion can replace a class that the search misses.
func TestAgreesWithOracleOnRights(t *testing.T) {
	testkit.Medium(t)
	var seen [16]bool // by rights
	withRights := func(seed uint64, n, most int, yield func(chess.Setup)) {
		rightsCorpus(seed, n, most, func(setup chess.Setup) {
			seen[setup.Castling] = true
			yield(setup)
		})
	}
	new(oracleComparison).checkCorpus(t, testkit.Size(120, 800), 3, withRights)
	for rights, ok := range seen {
		if !ok {
			t.Errorf("no setup with rights %v", chess.Castling(rights))
		}
	}
}

// TestSearchConfirmsRefutations compares refutations with the explicit search, with more captures than the oracle can search. The
// explicit search has more reasons to refute, so that other setups are not compared.
func TestSearchConfirmsRefutations(t *testing.T) {
	testkit.Medium(t)
	n := testkit.Size(120, 800)
	var s Solver
	var other search.Searcher
	other.Nodes = 1 << 17
	counts := map[search.Status]int{}
	check := func(setup chess.Setup) {
		if got, _ := s.Exists(&setup, 0); !got.Refutes() || takesAtHome(&setup) {
			return
		}
		r := other.First(context.Background(), chess.InitialSetup(), setup)
		counts[r.Status]++
		if r.Status == search.Found {
			t.Errorf("%v: refuted, but there is %v", setup, r.Kernel)
		}
	}
	rightsCorpus(5, n/2, 4, check)
	rightsCorpus(6, n/2, 6, check)
	if counts[search.NoExtended] < n/500 || counts[search.NoKernel] < n/20 {
		t.Errorf("the corpus is one-sided: %v", counts)
	}
}
