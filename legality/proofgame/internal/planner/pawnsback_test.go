package planner

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/plantest"
	"chesscensus/legality/proofkernel/search"
)

// TestHardKernelsAreTakenBack guesses kernels to problems with nearly all captures by pawns, which only a guess backwards finds. They
// have to lead to the goal.
func TestHardKernelsAreTakenBack(t *testing.T) {
	var g guesser
	start := chess.InitialSetup()
	promotions, victims := 0, 0
	for _, fen := range []string{
		"k7/Pppp4/rp6/1K6/1P6/pP6/p1PP4/8 w - -",
		"8/P1pp4/Pp6/1k6/1p6/RP6/pPPP4/K7 b - -",
		"5BBK/1p1pp1p1/5pPk/7B/5P1P/5B2/8/8 b - -",
		"N7/P1pp1p1p/pp5p/8/P7/PkPP4/pB1P2P1/2KR4 w - -",
		"8/2p1p2P/5pp1/7P/6Pp/P3PPkp/1P2PR2/5RK1 w - -",
	} {
		goal := testkit.Setup(t, fen)
		guessed := 0
		for k := range uint64(12) {
			g.maxSkeletons = 0
			if _, ok := g.guess(&start, &goal, k); ok {
				t.Fatalf("%s: guessed forwards", fen)
			}
			g.maxSkeletons = 1200
			kernel, ok := g.guess(&start, &goal, k)
			if !ok {
				continue
			}
			guessed++
			checkKernel(t, &kernel, &goal)
			if captures := start.Board.Men() - goal.Board.Men(); len(kernel.Moves) != captures {
				t.Errorf("%s: %d captures of %d", fen, len(kernel.Moves), captures)
			}
			for _, m := range kernel.Moves {
				if m.Promotion != search.NoMan {
					promotions++
				}
				if m.Victim == search.Promoted {
					victims++
				}
			}
			other := guesser{maxSkeletons: 1200}
			if again, _ := other.guess(&start, &goal, k); !equal(&kernel, &again) {
				t.Errorf("%s: guess %d depends on what was guessed before", fen, k)
			}
			if guessed == 3 {
				break
			}
		}
		if guessed == 0 {
			t.Errorf("%s: no guess", fen)
		}
	}
	if promotions == 0 || victims == 0 {
		t.Errorf("%d promotions by capture, %d captures of promoted men, want some of both", promotions, victims)
	}
}

// TestPrepareBackward checks that positions of games are possible, and that setups whose pawns have captured more men than are missing
// are not.
func TestPrepareBackward(t *testing.T) {
	var g guesser
	start := chess.InitialSetup()
	rnd := rand.New(rand.NewPCG(1, 2))
	for range testkit.Size(10, 40) {
		p := chess.InitialPosition()
		for ply := range 300 {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			board := p.Board()
			m := moves[rnd.IntN(len(moves))]
			for range 4 { // captures and moves of pawns more often
				if n := moves[rnd.IntN(len(moves))]; m.Captured() == chess.NoRole && (n.Captured() != chess.NoRole ||
					board.At(n.From()).Role() == chess.Pawn) {
					m = n
				}
			}
			p = p.Play(m)
			if setup := p.Setup(); ply%10 == 9 && !g.prepareBackward(&start, &setup) {
				t.Fatalf("%v is not possible, after a game", setup)
			}
		}
	}
	for _, goal := range plantest.Goals(t, fewMenClasses...) {
		if setup := goal.Position.Setup(); !g.prepareBackward(&start, &setup) {
			t.Errorf("%v is not possible", setup)
		}
	}
	for fen, want := range map[string]bool{
		"rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq -":  false, // no man is missing to be captured on a3
		"rnbqkb1r/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq -":  true,
		"rnbqk1nr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq -":  false, // the bishop of f8 was captured at home
		"rnbqk1nr/pppppp1p/6p1/8/8/P7/P1PPPPPP/RNBQKBNR w KQq -": true,
		"QQQQQQQQ/QQ6/8/8/8/8/8/k1K5 b - -":                      false, // nine promotions
	} {
		if setup := testkit.Setup(t, fen); g.prepareBackward(&start, &setup) != want {
			t.Errorf("%s: possible %v, want %v", fen, !want, want)
		}
	}
}
