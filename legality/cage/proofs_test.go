package cage

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/internal/lemmatest"
	"chesscensus/legality/proofkernel"
)

// proofFiles are the files of the proofs, in the order of the lemmas.
var proofFiles = []string{
	"proofs.go", "proofspaths.go", "proofschecks.go", "proofstogether.go", "proofsneeded.go", "proofsfallen.go", "proofspair.go",
}

// TestLemmas checks the examples of the proofs, each by the method that its lemma is about.
func TestLemmas(t *testing.T) {
	lemmas := lemmatest.Read(t, append([]string{"doc.go"}, proofFiles...)...)
	var f Finder
	bars := func(s *chess.Setup, b proofkernel.Barred) bool {
		solver := proofkernel.Solver{Barred: b}
		r, _ := solver.Exists(s, 0)
		return r == proofkernel.NoKernel
	}
	lemmatest.Check(t, lemmas, func(t *testing.T, lemma int, s *chess.Setup) bool {
		var solver proofkernel.Solver
		// Lemma 18 of package proofkernel, which is newer, also refutes all known setups for Lemma 9. So the projection is
		// tested by itself below.
		if r, _ := solver.Exists(s, 0); r != proofkernel.Has && lemma != 9 {
			t.Errorf("%v: %v without the lemma, which shows nothing then", s, r)
		}
		var b proofkernel.Barred
		projections := projector{Limit: MaxProjectionLimit}
		projections.open(s)
		switch lemma {
		case 1, 10:
			return deadlockedMen(s) != 0
		case 2, 11:
			_, shut := f.trappedMan(s)
			return shut
		case 12:
			reason, _ := f.refutePromotedMen(s)
			return reason != 0
		case 13:
			reason, _ := f.refuteTakenAtHome(s)
			return reason != 0
		case 14:
			return projections.incompatibleMen(s) != 0
		case 15:
			return projections.impossibleNeededSquare(s, proofkernel.Barred{}, kernelsOf(s)) != chess.NoSquare
		case 16:
			var st Stage
			_, fallen := st.Fallen(s)
			return fallen
		case 17:
			return f.menNeverLetIn(s) != 0
		case 3:
			b = f.barredSquares(s)
		case 4, 5:
			b = f.fullPockets(s)
		case 6, 7:
			_, shut := projections.shutOutMan(s)
			return shut
		case 8:
			b = projections.barredSquares(s, nil)
		case 9:
			testkit.Medium(t)
			if !projections.bishopNeverLeftInTime(s, &question{color: chess.Black, promotion: chess.C1}) {
				return false
			}
			const c = uint8(1) << 2
			b.Bishops[chess.Black], b.Knights[chess.Black], b.Others[chess.Black] = c, c, c
		}
		return bars(s, b)
	})
}
