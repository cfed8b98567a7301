package cage

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/verdict"
)

// cagedSetup returns a random setup with home pawns and men behind them on a few files. So many officers stand elsewhere that
// hardly a man is missing, since otherwise pawns could have come from anywhere. It has at most nine pawns, as many as a model has
// room for.
func cagedSetup(rnd *rand.Rand) chess.Setup {
	s := chess.EmptySetup()
	s.Turn = chess.Color(rnd.IntN(2))
	put := func(c chess.Color, r chess.Role, file, row int) {
		if sq := chess.NewSquare(file, row).For(c); s.Board.At(sq) == chess.NoPiece {
			s.Board.Put(sq, chess.NewPiece(c, r))
		}
	}
	officer := func() chess.Role {
		return []chess.Role{chess.Knight, chess.Bishop, chess.Bishop, chess.Rook, chess.Queen}[rnd.IntN(5)]
	}
	put(chess.White, chess.King, 3, 3)
	put(chess.Black, chess.King, 5, 3)
	c, near := chess.Color(rnd.IntN(2)), rnd.IntN(6)
	for f := near; f < near+3; f++ { // most of them at home, some a row or two further
		put(c, chess.Pawn, f, 1+max(0, rnd.IntN(5)-2)%3)
		put(c, officer(), f, rnd.IntN(3)*rnd.IntN(2))
	}
	for range rnd.IntN(3) { // the enemy's, who may be promoting behind, or men of its own
		put(c.Other(), chess.Pawn, near+rnd.IntN(3), 3+rnd.IntN(2))
		put(c.Other(), officer(), near+rnd.IntN(3), 6+rnd.IntN(2))
	}
	for side := range chess.Color(2) {
		for want := 14 + rnd.IntN(3); s.Board.Colored(side).Count() < want; {
			put(side, officer(), rnd.IntN(8), 2+rnd.IntN(4))
		}
	}
	return s
}

// flipped returns the barred squares with files exchanged.
func flipped(b proofkernel.Barred) proofkernel.Barred {
	for c := range 2 {
		for _, set := range []*[2]uint8{&b.Bishops, &b.Knights, &b.Others} {
			set[c] = bits.Reverse8(set[c])
		}
	}
	return b
}

// exchanged returns the barred squares with colors exchanged.
func exchanged(b proofkernel.Barred) proofkernel.Barred {
	for _, set := range []*[2]uint8{&b.Bishops, &b.Knights, &b.Others} {
		set[0], set[1] = set[1], set[0]
	}
	return b
}

// TestMirrorImagesAreJudgedAlike checks that exchanging colors changes no answer of a theorem, and exchanging files none of those
// that do not depend on where kings and queens start.
func TestMirrorImagesAreJudgedAlike(t *testing.T) {
	rnd := testkit.Rand(t.Name())
	var f Finder
	barred, full, trapped := 0, 0, 0
	for range testkit.Size(300, 3000) {
		s := cagedSetup(rnd)
		other, side := s.Mirror(), testkit.FlipFiles(s)
		if a, b := deadlockedMen(&s), deadlockedMen(&other); a.For(chess.Black) != b {
			t.Fatalf("%v: deadlocked %v, in the mirror %v", s, a, b)
		}
		if _, a := f.trappedMan(&s); a {
			trapped++
			if _, b := f.trappedMan(&other); !b {
				t.Fatalf("%v: a man is trapped, in the mirror none", s)
			}
		}
		for name, barredBy := range map[string]func(*chess.Setup) proofkernel.Barred{"barred": f.barredSquares, "full": f.fullPockets} {
			a := barredBy(&s)
			for c := range chess.Color(2) {
				if a.Knights[c] != 0 && name == "barred" && s.Board.Pieces(c, chess.Knight).Count() <= 2 {
					t.Fatalf("%v: %+v, but no knight need be promoted", s, a)
				}
			}
			if b := barredBy(&other); b != exchanged(a) {
				t.Fatalf("%v: %s %+v, with colors exchanged %+v", s, name, a, b)
			}
			if b := barredBy(&side); b != flipped(a) {
				t.Fatalf("%v: %s %+v, with files exchanged %+v", s, name, a, b)
			}
			if a != (proofkernel.Barred{}) && name == "full" {
				full++
			} else if a != (proofkernel.Barred{}) {
				barred++
			}
		}
	}
	if barred < 10 || full < 5 || trapped < 10 {
		t.Errorf("too little is asked: %d with barred squares, %d with full pockets, %d with a trapped man", barred, full, trapped)
	}
}

// TestFewerMenExcludeLess checks that a man that pawns keep out is also kept out if there are more officers: the enemy has made a
// capture less.
func TestFewerMenExcludeLess(t *testing.T) {
	rnd := testkit.Rand(t.Name())
	var f Finder
	asked := 0
	for range testkit.Size(600, 6000) {
		s := cagedSetup(rnd)
		less := s
		for sq := range (s.Board.Occupied() &^ s.Board.Of(chess.Pawn) &^ s.Board.Of(chess.King)).All() {
			if rnd.IntN(3) == 0 {
				less.Board.Put(sq, chess.NoPiece)
			}
		}
		sq, ok := f.trappedMan(&less)
		if !ok {
			continue
		}
		asked++
		man := s.Board.At(sq)
		region := chess.Flood(man.Role(), sq.BB(), s.Board.Of(chess.Pawn))
		if !f.neverOn(&s, sq, origins(man.Color(), man.Role()), region, immobileMen(&s.Board)) {
			t.Fatalf("%v: the man on %v is trapped, but not in %v", less, sq, s)
		}
	}
	if asked < 15 {
		t.Errorf("%d men only were trapped", asked)
	}
}

// TestEvidenceShowsTheMen checks that a refutation names men that are there, or squares of the last row.
func TestEvidenceShowsTheMen(t *testing.T) {
	st := Stage{Limit: 20_000}
	const deadlock = "bN2Q1Br/4RprB/1B3Rpp/b7/bNn1Q1R1/4KRP1/r1B2Pk1/1b5r w - -"
	for fen, want := range map[string]chess.Bitboard{
		deadlock: deadlockedMen(setup(t, deadlock)),
		"KRkq1n2/p1Pb1pPb/Q2b2p1/pp3q1N/5R2/nrB3RB/4Pr2/7r b - -":   chess.H7.BB(),
		"kQ1rqRbr/qq3p1B/N1B1R1p1/q1N4Q/2K4Q/R7/n2P2PQ/4Bn1N b - -": chess.G8.BB(),
	} {
		s := setup(t, fen)
		reason, e, spent := (&Stage{Limit: projectionLimit}).Refute(s, 0)
		if reason == 0 || e.Squares != want || e.Note == "" || spent <= 0 {
			t.Errorf("%s: %v, %+v at a cost of %d, want squares %v", fen, reason, e, spent, want)
		}
	}
	s := setup(t, "nRBn3N/3K4/2N1rbb1/3R2bp/1p4Bk/1PN1rbb1/1PPQ3R/Qn4B1 b - -")
	reason, e, _ := st.Refute(s, 0)
	if reason != verdict.BarredPromotions || e.Squares == 0 || e.Squares&^(chess.RowBB(0)|chess.RowBB(7)) != 0 {
		t.Errorf("barred promotions: %v, squares %v", reason, e.Squares)
	}
}

// TestStageForgets checks that verdicts do not depend on earlier setups or on Forget, and that an invalid setup is passed on.
func TestStageForgets(t *testing.T) {
	fens := []string{"KRkq1n2/p1Pb1pPb/Q2b2p1/pp3q1N/5R2/nrB3RB/4Pr2/7r b - -", "4R3/2B3b1/nk2K1BB/1bNnp1bb/r1q1N3/nB2b1PP/1P3P1R/1Q2Q3 b - -",
		"bN2Q1Br/4RprB/1B3Rpp/b7/bNn1Q1R1/4KRP1/r1B2Pk1/1b5r w - -", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"}
	used := Stage{Limit: 2_000}
	for round := range 3 {
		for i := range fens {
			s := setup(t, fens[(i*(round+1)+round)%len(fens)])
			fresh := Stage{Limit: 2_000}
			want, _ := fresh.Judge(context.Background(), *s, verdict.Budget{})
			got, _ := used.Judge(context.Background(), *s, verdict.Budget{})
			if got.Outcome != want.Outcome || got.Reasons != want.Reasons || got.Cost.Nodes != want.Cost.Nodes {
				t.Errorf("%v: %v for %d nodes, from a new stage %v for %d", s, got, got.Cost.Nodes, want, want.Cost.Nodes)
			}
		}
		if used.Forget(); used.Limit != 2_000 || used.finder.retraction.index != nil {
			t.Errorf("forgotten: limit %d", used.Limit)
		}
	}
	empty := chess.EmptySetup()
	if v, decided := used.Judge(context.Background(), empty, verdict.Budget{}); decided || v.Cost.Nodes != 0 {
		t.Errorf("a setup without kings: %v", v)
	}
	if used.Name() != StageName || used.Effort() != verdict.Path {
		t.Errorf("stage %s at effort %v", used.Name(), used.Effort())
	}
}

// TestLargeQuestionsStayOpen checks that a search that meets more configurations than it may visit excludes nothing.
func TestLargeQuestionsStayOpen(t *testing.T) {
	m := model{capturesLeft: [2]uint8{15, 15}}
	for f := range 8 {
		m.colors[m.n], m.first.squares[m.n] = chess.Color(f%2), uint8(chess.NewSquare(f, 3+f%2))
		m.n++
	}
	search := retractionSearch{model: m, emptySquare: chess.NoSquare} // nothing is wanted, so all is excluded in the end
	if search.excludes(chess.Knight, chess.E1.BB()) || len(search.configurations) <= maxConfigurations {
		t.Errorf("excluded after %d configurations", len(search.configurations))
	}
	m.capturesLeft = [2]uint8{}
	search = retractionSearch{model: m, emptySquare: chess.NoSquare}
	if !search.excludes(chess.Knight, chess.E1.BB()) || len(search.configurations) != 3*3*3*3*3*3*3*3 {
		t.Errorf("without captures: %d configurations, want 3 rows for each of eight pawns", len(search.configurations))
	}
	projections := projector{Limit: 1}
	s := setup(t, "kQ1rqRbr/qq3p1B/N1B1R1p1/q1N4Q/2K4Q/R7/n2P2PQ/4Bn1N b - -")
	projections.open(s)
	if sq, ok := projections.shutOutMan(s); ok {
		t.Errorf("one configuration shuts the man on %v out", sq)
	}
}
