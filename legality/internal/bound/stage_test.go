package bound

import (
	"context"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/rules"
	"chesscensus/legality/verdict"
)

// TestStageOnFiles checks that the stage refutes no setup that is known to be legal, none
// that the reference program leaves open, and all that the reference refutes for the reason
// "Other".
func TestStageOnFiles(t *testing.T) {
	ctx := context.Background()
	for _, name := range []string{devdata.Known, devdata.Fresh} {
		t.Run(name, func(t *testing.T) {
			var st Stage
			var static rules.Stage
			for _, row := range devdata.Candidates(t, name) {
				v, refuted := st.Judge(ctx, row.Setup, verdict.Budget{})
				w, byRules := static.Judge(ctx, row.Setup, verdict.Budget{})
				if refuted && v.Evidence.Note == "" {
					t.Errorf("%s: no evidence", row.FEN)
				}
				if row.Truth != "illegal" && (refuted || byRules) {
					t.Errorf("%s, %s, refuted: %s %s", row.FEN, row.Truth, v, w)
				}
				if row.Reason == "Other" && !refuted {
					t.Errorf("%s not refuted", row.FEN)
				}
			}
		})
	}
}

// TestStageContract checks name, effort and reason, that a verdict is repeated, and that no
// setup, valid or not, makes the stage panic.
func TestStageContract(t *testing.T) {
	var st Stage
	ctx := context.Background()
	if st.Name() != "bound" || st.Effort() != verdict.Kernel {
		t.Errorf("stage %s of effort %v, want bound of effort kernel", st.Name(), st.Effort())
	}
	for _, s := range []chess.Setup{{}, chess.EmptySetup(), chess.InitialSetup()} {
		if v, decided := st.Judge(ctx, s, verdict.Budget{}); decided || v.Outcome != verdict.Unknown {
			t.Errorf("%s: %s", s, v)
		}
	}
	p := testkit.Position(t, "4k3/8/8/8/8/8/PPPPPPP1/R3KBNB w - - 0 1")
	s := p.Setup()
	v, decided := st.Judge(ctx, s, verdict.Budget{Nodes: 1})
	if !decided || v.Outcome != verdict.Illegal || v.Reasons != verdict.Unreachable || v.Stage != "bound" {
		t.Errorf("%s: %s", s, v)
	}
	if repeated, _ := st.Judge(ctx, s, verdict.Budget{}); repeated != v {
		t.Errorf("%s, then %s", v, repeated)
	}
	src := testkit.Rand(t.Name())
	for range 2000 { // random boards, most of them absurd
		s := chess.EmptySetup()
		s.Turn = chess.Color(src.IntN(2))
		for range src.IntN(60) {
			s.Board.Put(chess.Square(src.IntN(64)), chess.Piece(2+src.IntN(12)))
		}
		s.Board.Put(chess.A1, chess.NewPiece(chess.White, chess.King))
		s.Board.Put(chess.H8, chess.NewPiece(chess.Black, chess.King))
		s.Castling = chess.Castling(src.IntN(16))
		st.Judge(ctx, s, verdict.Budget{})
		st.Judge(ctx, s.Canonical(), verdict.Budget{})
	}
}

// FuzzBound: no two positions make the bound panic or disagree with Reachable.
func FuzzBound(f *testing.F) {
	f.Add("rnbqkbnr/p1pppppp/8/8/1pP5/8/PP1PPPPP/RNBQKBNR b KQkq c3 0 1", "rnbqkbnr/p1pppppp/8/8/8/2p5/PP1PPPPP/RNBQKBNR w KQkq - 0 2")
	f.Add("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/5RK1 b - - 0 1")
	f.Fuzz(func(t *testing.T, from, to string) {
		var ps []chess.Position
		for _, s := range []string{from, to} {
			fen, err := chess.ParseFEN(s)
			if err != nil {
				return
			}
			p, err := fen.Setup.Position()
			if err != nil {
				return
			}
			ps = append(ps, p)
		}
		g := NewGoal(ps[1], nil)
		b := g.Bound(&ps[0])
		if r := g.Reachable(&ps[0]); r != (b != Infinite) {
			t.Errorf("bound %d, reachable %v", b, r)
		}
		if (b == 0) != (ps[0] == ps[1]) {
			t.Errorf("bound %d", b)
		}
	})
}
