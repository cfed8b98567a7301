package proof

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/replay"
)

// TestProve proves the theorem for the queen and replays the games.
func TestProve(t *testing.T) {
	testkit.Long(t)
	th := newTheorem(t, "KQK")
	var steps []*Step
	r := testkit.Must(Prove(context.Background(), th, Options{
		Step: func(s *Step) { steps = append(steps, s) },
	}))(t)
	if !r.Holds() || r.CPU <= 0 {
		t.Errorf("wrong: %q, CPU %v", r.Wrong(), r.CPU)
	}
	if len(r.Steps) != len(th.assertions())+1 || len(steps) != len(r.Steps) {
		t.Errorf("%d steps, %d told, %d assertions", len(r.Steps), len(steps), len(th.assertions()))
	}
	for i, a := range th.assertions() {
		s := r.Steps[i]
		if s.Name != a.Name || len(s.Proof) != 2 || (s.Proof[0].Proven && s.Proof[1].Proven) != a.Holds ||
			!strings.HasPrefix(s.String(), a.Name+"\n  white to move: ") {
			t.Errorf("step %d is not of %q:\n%s", i, a.Name, s)
		}
	}
	var v replay.Verifier
	for _, g := range r.Games {
		if err := v.VerifyText("", 0, g.SAN, g.Goal.Setup().String()+" 0 1"); err != nil {
			t.Error(err)
		}
	}
	if len(r.Games) != 2 {
		t.Errorf("%d games to the fixed positions", len(r.Games))
	}
}

// TestStatement checks that the statement has the measure and the fixed positions.
func TestStatement(t *testing.T) {
	text := Statement(newTheorem(t, "KRK"))
	for _, want := range []string{
		"KRK: every initially legal position is legal", "at most 1 times\n",
		"measure: M = ", "  white to move", "8/8/8/2k1K3/8/8/8/7R w - - 0 1\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestWrong checks that a problem in one step makes the theorem unproven.
func TestWrong(t *testing.T) {
	step := &Step{Name: "closer"}
	step.addProblem("%d positions", 3)
	r := Report{Theorem: newTheorem(t, "KQK"), Steps: []*Step{{Name: "depth"}, step}}
	if r.Holds() || len(r.Wrong()) != 1 || r.Wrong()[0] != "3 positions" {
		t.Errorf("%v %q", r.Holds(), r.Wrong())
	}
}

// TestAFalseAssertion checks that an assertion that is expected to hold and does not is wrong, one that is not
// expected to hold and has a counterexample is not.
func TestAFalseAssertion(t *testing.T) {
	testkit.Long(t)
	th := newTheorem(t, "KRK")
	p := newProver(t, th)
	for _, a := range th.assertions() {
		if !strings.HasPrefix(a.Name, "sharp") {
			continue
		}
		for _, holds := range []bool{false, true} {
			a.Holds = holds
			testkit.OK(t, p.decide(context.Background(), &a))
			s := p.report.Steps[len(p.report.Steps)-1]
			if len(s.Wrong) > 0 != holds || !strings.Contains(s.String(), "counterexample: ") ||
				!strings.Contains(s.String(), "P1, before it") && th.Depth > 1 {
				t.Errorf("expected to hold: %v; wrong %q\n%s", holds, s.Wrong, s)
			}
		}
	}
}

// TestProveErrors tests a canceled context, too little memory, and a missing folder.
func TestProveErrors(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Prove(ctx, newTheorem(t, "KQK"), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	if _, err := Prove(context.Background(), newTheorem(t, "KQK"), Options{Memory: 1}); err == nil {
		t.Error("a table in one byte")
	}
	p := &prover{theorem: newTheorem(t, "KQK"), Options: Options{Certificates: filepath.Join(t.TempDir(), "none")}}
	if err := p.certify(new(Step), &Proof{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
}

// TestCounterexamplesAreLookedUp checks that a counterexample that is not initially legal in the table is a
// problem.
func TestCounterexamplesAreLookedUp(t *testing.T) {
	th := newTheorem(t, "KQK")
	p := newProver(t, th)
	valid := th.fixed()[0]
	invalid := valid
	invalid.At[1] = invalid.At[0] // two men on one square
	for _, c := range []struct {
		q     placement
		wrong bool
	}{{valid, false}, {invalid, true}} {
		s := new(Step)
		if p.checkCounterexample(s, &Proof{counterexample: []placement{c.q}}); len(s.Wrong) > 0 != c.wrong {
			t.Errorf("%v: wrong %q", th.Material.setup(c.q), s.Wrong)
		}
	}
}

// newProver returns a prover of a theorem with its tables.
func newProver(t *testing.T, th *Theorem) *prover {
	t.Helper()
	p := &prover{theorem: th, placements: newPlacementTable(th.Material), report: Report{Theorem: th}}
	testkit.OK(t, p.makeTable(context.Background()))
	return p
}

// TestOtherTableDiffers checks that positions that differ from the table are a problem.
func TestOtherTableDiffers(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	p := newProver(t, newTheorem(t, "KRK"))
	for turn := range chess.Color(2) {
		for name, differs := range map[string]bool{"KRK": false, "KQK": true} {
			other := newTheorem(t, name)
			proof := &Proof{Turn: turn, given: newSearch(newPlacementTable(other.Material), &other.assertions()[0].Claim, turn).given}
			s := new(Step)
			if p.compareGiven(s, proof); len(s.Wrong) > 0 != differs {
				t.Errorf("%s against KRK, %v to move: wrong %q, want problems: %v", name, turn, s.Wrong, differs)
			}
		}
	}
}

// TestCertify writes a formula and its refutation, and has the refutation verified. Of a formula with a model no file
// is left.
func TestCertify(t *testing.T) {
	p := &prover{theorem: newTheorem(t, "KQK"), Options: Options{Certificates: t.TempDir()}}
	proof := &Proof{question: newQuestion(&claim{Material: p.theorem.Material}, chess.White)}
	if err := p.certify(new(Step), proof); err == nil {
		t.Error("a formula with a model was refuted")
	}
	if left := testkit.Must(os.ReadDir(p.Certificates))(t); len(left) > 0 {
		t.Errorf("files of a failed proof: %v", left)
	}
	subject := proof.question.subject()
	proof.question.assert(proof.question.same(subject[0], subject[1])) // a king and a queen on one square
	s := new(Step)
	testkit.OK(t, p.certify(s, proof))
	cnf := string(testkit.Must(os.ReadFile(filepath.Join(p.Certificates, "KQK-white.cnf")))(t))
	if !strings.HasPrefix(cnf, "c counterexamples to the theorem for KQK\np cnf ") {
		t.Errorf("the formula begins with %.80q", cnf)
	}
	drat := string(testkit.Must(os.ReadFile(filepath.Join(p.Certificates, "KQK-white.drat")))(t))
	if !strings.HasSuffix(drat, "0\n") || !checks(&proof.question.formula, drat) {
		t.Errorf("refutation %.80q is not accepted", drat)
	}
	if len(s.Found) != 1 || !strings.Contains(s.Found[0], " lines, each verified by unit propagation") {
		t.Errorf("found %q", s.Found)
	}
}
