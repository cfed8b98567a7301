package cage

import (
	"maps"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/verdict"
)

// TestQuestionsBarWhatTheyName checks that a question bars one square, for the roles that it names, and that every question that
// can bar something is listed.
func TestQuestionsBarWhatTheyName(t *testing.T) {
	const a, b, c, h = uint8(1), uint8(1) << 1, uint8(1) << 2, uint8(1) << 7
	for _, tt := range []struct {
		q    question
		want proofkernel.Barred
	}{
		{question{color: chess.Black, promotion: chess.C1, role: chess.NoRole},
			proofkernel.Barred{Bishops: [2]uint8{0, c}, Knights: [2]uint8{0, c}, Others: [2]uint8{0, c}}},
		{question{color: chess.White, promotion: chess.H8, role: chess.Bishop}, proofkernel.Barred{Bishops: [2]uint8{h, 0}}},
		{question{color: chess.White, promotion: chess.A8, role: chess.Knight}, proofkernel.Barred{Knights: [2]uint8{a, 0}}},
		{question{color: chess.Black, promotion: chess.B1, role: chess.Queen}, proofkernel.Barred{Others: [2]uint8{0, b}}},
	} {
		testkit.Equal(t, tt.q.consequence(), tt.want, tt.q.color, tt.q.promotion, tt.q.role)
	}
	s := setup(t, "n2q2rB/4BR2/1Qbp1nk1/2P5/1R1PQ3/bPn2Q1q/1pK3NB/BB2q2N b - -")
	var projections projector
	projections.open(s)
	questions := map[chess.Role]int{} // questions about promotions of Black, by role
	for _, q := range projections.questions(s) {
		if q.color == chess.Black {
			questions[q.role]++
		}
	}
	// Of the eight squares of the first row four are occupied, and bishops start on two. Black has men of all roles
	// that may have been promoted.
	want := map[chess.Role]int{chess.NoRole: 4 + 2, chess.Knight: 8 + 4, chess.Bishop: 8 + 4, chess.Queen: 8 + 4}
	if !maps.Equal(questions, want) {
		t.Errorf("questions by role %v, want %v", questions, want)
	}
}

// isByOtherLemma reports whether a refutation by the stage does not come from the questions of barredSquares. Lemma 15 has the same reason as
// these, but evidence of its own.
func isByOtherLemma(reason verdict.Reason, evidence verdict.Evidence) bool {
	return reason != 0 && reason != verdict.BarredPromotions || evidence.Note == neededPromotionNote
}

// TestPointlessQuestionsChangeNoVerdict checks that the stage gives the same verdicts as if all questions were asked. The stage skips a
// question if there would be a kernel whatever is still found to be barred. The setups are the candidates of docs/data/settled.tsv, four with
// known costs, and random caged ones.
func TestPointlessQuestionsChangeNoVerdict(t *testing.T) {
	testkit.LongInFull(t)
	testkit.Medium(t)
	const limit = 2_000
	var st Stage
	refuted, spared := 0, 0
	check := func(s *chess.Setup) {
		t.Helper()
		var plain proofkernel.Solver
		if r, _ := plain.Exists(s, 0); r != proofkernel.Has {
			return // the stage is not asked
		}
		st.Limit = limit
		reason, evidence, _ := st.Refute(s, 0)
		if isByOtherLemma(reason, evidence) {
			return
		}
		spent := st.projector.spent
		projections := projector{Limit: limit}
		projections.open(s)
		var f Finder
		solver := proofkernel.Solver{Barred: f.Squares(s).Union(projections.barredSquares(s, nil))}
		r, _ := solver.Exists(s, 0)
		if none := r.Refutes(); none != (reason != 0) {
			t.Errorf("%v: reason %v, but all squares asked: %v", s, reason, r)
		} else if none {
			refuted++
		}
		if spent < projections.spent {
			spared++
		}
	}
	for i, row := range settledRows(t) {
		if i%2 == 1 || !testing.Short() {
			check(setup(t, row.fen))
		}
	}
	for _, fen := range []string{
		"nRBn3N/3K4/2N1rbb1/3R2bp/1p4Bk/1PN1rbb1/1PPQ3R/Qn4B1 b - -",  // refuted without projections
		"n2q2rB/4BR2/1Qbp1nk1/2P5/1R1PQ3/bPn2Q1q/1pK3NB/BB2q2N b - -", // refuted with projections
		"1Nn3n1/nRb2k2/4RR2/1N1p1rb1/B1pp1Bn1/5KP1/q2QQPR1/2N4R b - -",
		"8/3R1pRb/3nk1PP/bbb3pQ/K4Rr1/B1NQN3/3B1pB1/3rBrN1 w - -",
	} {
		check(setup(t, fen))
	}
	rnd := testkit.Rand(t.Name())
	for range testkit.Size(20, 400) {
		s := cagedSetup(rnd)
		var solver proofkernel.Solver
		if r, _ := solver.Exists(&s, 0); r == proofkernel.Has {
			check(&s)
		}
	}
	wantRefuted, wantSpared := 3, 3
	if testing.Short() { // half of the rows
		wantSpared = 2
	}
	if refuted < wantRefuted || spared < wantSpared {
		t.Errorf("%d refuted, %d with questions spared, want %d and %d or more", refuted, spared, wantRefuted, wantSpared)
	}
}
