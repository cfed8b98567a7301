package retro

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/rules"
	"chesscensus/legality/verdict"
)

// static returns the rules as the Static function of a Stage.
func static() func(s *chess.Setup) (verdict.Reason, verdict.Evidence) {
	st := new(rules.Stage)
	return func(s *chess.Setup) (verdict.Reason, verdict.Evidence) {
		v, _ := st.Judge(context.Background(), *s, verdict.Budget{})
		return v.Reasons, v.Evidence
	}
}

// kernels is the real solver as Kernels, and counts the calls.
type kernels struct {
	proofkernel.Solver
	asked int
}

func (k *kernels) Refutes(s chess.Setup, budget int64) (bool, int64) {
	k.asked++
	r, n := k.Exists(&s, budget)
	return r.Refutes(), n
}

// fakeKernels refutes by a function and counts the calls.
type fakeKernels struct {
	refutes func(s *chess.Setup) bool
	asked   int
}

func (k *fakeKernels) Refutes(s chess.Setup, _ int64) (bool, int64) {
	k.asked++
	return k.refutes(&s), 0
}

func (*fakeKernels) Forget() {}

func refutesNothing(*chess.Setup) bool { return false }

// judge returns the verdict with the default budget.
func judge(st *Stage, s chess.Setup) verdict.Verdict {
	v, _ := st.Judge(context.Background(), s, verdict.Budget{})
	return v
}

// checkCertificate checks the certificate of an illegal verdict and returns it.
func checkCertificate(t *testing.T, s chess.Setup, v verdict.Verdict, k Kernels) *Refutation {
	t.Helper()
	r, ok := v.Certificate.(*Refutation)
	if !ok || r.Setup != s {
		t.Fatalf("%s: certificate %v", s, v.Certificate)
	}
	if r.Omitted > 0 {
		t.Errorf("%s: %d unmoves left out", s, r.Omitted)
	} else if err := r.Check(static(), k); err != nil {
		t.Errorf("%s: %v\n%s", s, err, r)
	}
	return r
}

// TestStageAcceptsPlayouts checks that the stage refutes no position of a random game.
func TestStageAcceptsPlayouts(t *testing.T) {
	k := &fakeKernels{refutes: refutesNothing}
	stages := []*Stage{{}, {Static: static()}, {Static: static(), Kernels: k}}
	n, stopped := 0, 0
	eachMove(testkit.Size(5_000, 100_000), func(p chess.Position, m chess.Move, q chess.Position) {
		st := stages[n%len(stages)]
		v := judge(st, q.Setup())
		if v.Outcome != verdict.Unknown || v.Certificate != nil {
			t.Errorf("%s after %s %s: %v\n%s", q, p, m, v, v.Certificate)
		}
		if v.Stop != verdict.Complete {
			stopped++
		}
		n++
	})
	t.Logf("%d positions, %d stopped, %d questions to kernels", n, stopped, k.asked)
	if k.asked == 0 {
		t.Error("the kernels were not asked")
	}
}

// TestStageWithKernelsAcceptsPlayouts checks that with the real kernels the stage refutes no position of a
// random game.
func TestStageWithKernelsAcceptsPlayouts(t *testing.T) {
	k := &kernels{}
	st := &Stage{Static: static(), Kernels: k}
	i := 0
	eachMove(testkit.Size(5_000, 100_000), func(p chess.Position, m chess.Move, q chess.Position) {
		if i++; i%5 == 0 {
			if v := judge(st, q.Setup()); v.Outcome != verdict.Unknown {
				t.Errorf("%s after %s %s: %v\n%s", q, p, m, v, v.Certificate)
			}
		}
	})
	t.Logf("%d positions, %d questions to kernels", i/5, k.asked)
}

// TestStageExamples checks the reasons of refutations, with certificates, and setups that are not refuted.
func TestStageExamples(t *testing.T) {
	allRefuted := &fakeKernels{refutes: func(*chess.Setup) bool { return true }}
	for _, tc := range []struct {
		name, fen string
		kernels   Kernels
		want      verdict.Reason
	}{
		{"initial", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", allRefuted, 0},
		{"one move", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", allRefuted, 0},
		{"knights", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", allRefuted, 0},
		{"invalid", "4k3/8/8/8/8/8/8/4R2K w - - 0 1", nil, 0},
		{"bare kings", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", nil, 0},
		{"check from nowhere", "k6b/8/8/8/8/8/8/K7 w - - 0 1", nil, verdict.NoLastMove},
		{"check before a double step", "k7/8/8/2Pp4/8/8/8/K6B w - d6 0 1", nil, verdict.LastMovesRejected},
		{"the same with a way to give it", "k7/8/8/2Pp4/8/8/6K1/7B w - d6 0 1", nil, 0},
		{"a pawn gives check, by a step or a capture", "8/8/8/3k4/4P3/8/8/K7 b - - 0 1", nil, 0},
		{"the kernels refuse both", "8/8/8/3k4/4P3/8/8/K7 b - - 0 1", allRefuted, verdict.LastMovesRejected},
	} {
		st := &Stage{Static: static(), Kernels: tc.kernels}
		s := testkit.Setup(t, tc.fen)
		v := judge(st, s)
		if v.Reasons != tc.want || v.Stage != "" && v.Stage != StageName {
			t.Errorf("%s: %s: %v, want %v", tc.name, tc.fen, v, tc.want)
		}
		if v.Outcome == verdict.Illegal {
			checkCertificate(t, s, v, tc.kernels)
		}
	}
}

// TestStageStops checks budgets of nodes and time, and a canceled context. The stage needs exactly the nodes
// that it counts.
func TestStageStops(t *testing.T) {
	s := testkit.Setup(t, "k1bBrR2/1B1rbN2/p2BN1Q1/2n3bP/p2bNR1p/2R1n3/P4b2/1K3b2 b - - 0 1")
	allRefuted := &fakeKernels{refutes: func(*chess.Setup) bool { return true }}
	st := &Stage{Static: static(), Kernels: allRefuted}
	full, decided := st.Judge(context.Background(), s, verdict.Budget{Nodes: -1})
	if !decided {
		t.Fatalf("without a limit %v, want a decision", full)
	}
	checkCertificate(t, s, full, allRefuted)
	v, decided := st.Judge(context.Background(), s, verdict.Budget{Nodes: 40})
	if decided || v.Stop != verdict.NodeLimit || v.Stage != StageName || v.Cost.Nodes < 40 || v.Cost.Nodes > 40+kernelNodes {
		t.Errorf("with 40 nodes %+v", v)
	}
	if v, decided = st.Judge(context.Background(), s, verdict.Budget{Nodes: full.Cost.Nodes}); !decided {
		t.Errorf("with as many nodes as needed %+v", v)
	}
	if v, decided = st.Judge(context.Background(), s, verdict.Budget{Nodes: full.Cost.Nodes - 1}); decided {
		t.Errorf("with one node less %+v", v)
	}
	if v, decided = st.Judge(context.Background(), s, verdict.Budget{Time: time.Nanosecond}); decided || v.Stop != verdict.TimeLimit {
		t.Errorf("with a nanosecond %+v", v)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if v, decided = st.Judge(ctx, s, verdict.Budget{}); decided || v.Stop != verdict.Canceled {
		t.Errorf("with a canceled context %+v", v)
	}
	repeated, _ := st.Judge(context.Background(), s, verdict.Budget{})
	if repeated.Outcome != full.Outcome || repeated.Cost.Nodes != full.Cost.Nodes {
		t.Errorf("again %+v, before %+v", repeated, full)
	}
}

// TestStageMirrored checks that exchanged colors, and reversed files without rights, do not change the outcome.
// There are no kernels here, since they have tests of their own.
func TestStageMirrored(t *testing.T) {
	st := &Stage{Static: static()}
	for _, row := range someCandidates(t) {
		s := row.Setup
		v := judge(st, s)
		if w := judge(st, s.Mirror()); w.Outcome != v.Outcome || w.Reasons != v.Reasons {
			t.Errorf("%s: %v, with colors exchanged %v", row.FEN, v, w)
		}
		s.Castling = 0
		v = judge(st, s)
		if w := judge(st, testkit.FlipFiles(s)); w.Outcome != v.Outcome || w.Reasons != v.Reasons {
			t.Errorf("%s: %v, with wings exchanged %v", row.FEN, v, w)
		}
	}
}

// TestStageAllocatesOnlyToRefute checks that a verdict without a refutation allocates nothing, once the scratch
// space has its size.
func TestStageAllocatesOnlyToRefute(t *testing.T) {
	st := &Stage{Static: static()}
	for _, row := range someCandidates(t) {
		s := row.Setup
		if v := judge(st, s); v.Outcome == verdict.Illegal {
			continue
		}
		if n := testing.AllocsPerRun(10, func() { judge(st, s) }); n != 0 {
			t.Errorf("%s: %v allocations", row.FEN, n)
		}
	}
}

// TestRefutationText checks the text of a refutation, in full and shortened, and that Check finds errors in it.
func TestRefutationText(t *testing.T) {
	s := testkit.Setup(t, "n2bNKqq/1Q1R1Q1r/1rB1r3/1R6/pp2r3/1P3B2/3nPnb1/2k1N1Qr w - - 0 1")
	allRefuted := &fakeKernels{refutes: func(*chess.Setup) bool { return true }}
	v := judge(&Stage{Static: static(), Kernels: allRefuted}, s)
	r := checkCertificate(t, s, v, allRefuted)
	lines := strings.Count(r.String(), "\n")
	if lines != 1+len(r.Unmoves) || !strings.HasPrefix(r.String(), s.String()+"\n  ") {
		t.Errorf("%d lines for %d unmoves:\n%s", lines, len(r.Unmoves), r)
	}
	short := r.Text(10)
	if n := strings.Count(short, "\n"); n > 12 || !strings.Contains(short, " more\n") {
		t.Errorf("%d lines in\n%s", n, short)
	}
	for _, spoil := range []func(r *Refutation){
		func(r *Refutation) { r.Omitted = 1 },
		func(r *Refutation) { r.Unmoves = r.Unmoves[1:] },
		func(r *Refutation) { r.Unmoves = r.Unmoves[:len(r.Unmoves)-1] },
		func(r *Refutation) { r.Unmoves = append(r.Unmoves[:1:1], r.Unmoves...) },
		func(r *Refutation) { r.Unmoves = append(r.Unmoves[:len(r.Unmoves):len(r.Unmoves)], Refuted{Depth: 3}) },
		func(r *Refutation) { r.Unmoves = append([]Refuted(nil), r.Unmoves...); r.Unmoves[0].Why = Repeated },
		func(r *Refutation) { r.Unmoves = append([]Refuted(nil), r.Unmoves...); r.Unmoves[0].Why = ByRules },
		func(r *Refutation) { r.Setup = initial },
	} {
		spoiled := *r
		spoil(&spoiled)
		if spoiled.Check(static(), allRefuted) == nil {
			t.Errorf("a spoiled refutation passes:\n%s", spoiled.Text(20))
		}
	}
}

// TestShortTextKeepsShallowUnmoves checks that a text that is too short for the unmoves of depth 2 has all of depth 1.
func TestShortTextKeepsShallowUnmoves(t *testing.T) {
	s := testkit.Setup(t, "8/8/8/3k4/4P3/8/8/K7 b - - 0 1")
	var r Refutation
	for _, depth := range []int{1, 2, 2, 2, 1, 1} {
		r.Unmoves = append(r.Unmoves, Refuted{Depth: depth, Before: s, Why: NoKernel})
	}
	for lines, want := range map[int]string{2: "1 1 and 4 more", 4: "1 1 1 and 3 more", 5: "1 1 1 and 3 more", 6: "1 2 2 2 1 1"} {
		var shown []string
		for _, line := range strings.Split(strings.TrimSpace(r.Text(lines)), "\n")[1:] {
			if text := strings.TrimLeft(line, " "); strings.HasPrefix(text, "and ") {
				shown = append(shown, text)
			} else {
				shown = append(shown, strconv.Itoa((len(line)-len(text))/2)) // the depth, by the indentation
			}
		}
		testkit.Equal(t, strings.Join(shown, " "), want, lines, "lines: depths")
	}
}

// FuzzStage: no setup makes the stage panic, and all certificates are valid.
func FuzzStage(f *testing.F) {
	for _, row := range someCandidates(f) {
		f.Add(row.FEN)
	}
	plain := &Stage{Static: static()}
	f.Fuzz(func(t *testing.T, fen string) {
		f, err := chess.ParseFEN(fen)
		if err != nil {
			return
		}
		s := f.Setup
		v := judge(plain, s)
		if v.Outcome == verdict.Illegal {
			checkCertificate(t, s, v, nil)
		}
		forcedChain(plain, s)
	})
}

// TestEvidence checks the evidence in words, with the men that give check.
func TestEvidence(t *testing.T) {
	for fen, want := range map[string]string{
		"k6b/8/8/8/8/8/8/K7 w - - 0 1":                                   "no black move can have given this check: bh8",
		"1b1r1Nb1/1Bp5/PqNpR3/1p6/3PP1n1/bbk1q3/2B2PQp/2qrKR2 w - - 0 1": "no black move can have given these checks: rd1 qe3",
		"r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1":       "no black man can have moved last",
		"k7/8/8/2Pp4/8/8/8/K6B w - d6 0 1":                               "the only last move is refuted",
		// Two steps to e4, and captures of five kinds of men from d3 and from f3.
		"8/8/8/3k4/4P3/8/8/K7 b - - 0 1": "each of 12 last moves is refuted",
	} {
		s := testkit.Setup(t, fen)
		v := judge(&Stage{Static: static(), Kernels: &fakeKernels{refutes: func(*chess.Setup) bool { return true }}}, s)
		testkit.Equal(t, v.Evidence.Describe(&s), want, fen)
	}
	cut := tree{entries: []entry{{depth: 1}, {depth: 2}}, omitted: 3}
	const want = "each last move is refuted, with 5 moves taken back in all"
	testkit.Equal(t, cut.summary(), want, "a tree with entries left out")
}
