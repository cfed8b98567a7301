package proof

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/endgame"
	"chesscensus/legality/proofgame/replay"
)

// TestProve proves the theorem for the queen and replays the games.
func TestProve(t *testing.T) {
	testkit.Long(t)
	th := newTheorem(t, "KQK")
	var steps []*Step
	progressCalls := 0
	r := testkit.Must(Prove(context.Background(), th, Options{
		Step:     func(s *Step) { steps = append(steps, s) },
		Progress: func(int, int) { progressCalls++ },
	}))(t)
	if !r.Holds() || r.Means() != "" || r.CPU <= 0 || progressCalls == 0 {
		t.Errorf("wrong: %q, means %q, %v, %d parts", r.Wrong(), r.Means(), r.CPU, progressCalls)
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

// TestMeans checks that Means names the means of a proof.
func TestMeans(t *testing.T) {
	four := newTheorem(t, "KBdBdK")
	if ByExhaustion(newTheorem(t, "KQK")) || !ByExhaustion(four) {
		t.Error("theorems of 3 men are decided by SAT, those of 4 by trying all positions")
	}
	for bySAT, want := range map[bool]string{true: "by SAT, and", false: "not by SAT"} {
		if r := (&Report{Theorem: four, bySAT: bySAT}); !strings.Contains(r.Means(), want) {
			t.Errorf("%v: %q", bySAT, r.Means())
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
	p := &prover{theorem: th, report: Report{Theorem: th}}
	testkit.OK(t, p.makeTable(context.Background()))
	for _, a := range th.assertions() {
		if !strings.HasPrefix(a.Name, "sharp") {
			continue
		}
		for _, holds := range []bool{false, true} {
			a.Holds = holds
			testkit.OK(t, p.decideBySAT(context.Background(), &a))
			s := p.report.Steps[len(p.report.Steps)-1]
			if len(s.Wrong) > 0 != holds || !strings.Contains(s.String(), "counterexample: no way back") ||
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
	if err := p.certify(new(Step), &Proof{formula: new(formula)}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
}

// TestExhaust tries all positions of 3 men: the table has the same ones as derivedly illegal, and an enumeration
// that differs from the table is reported.
func TestExhaust(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	th := newTheorem(t, "KQK")
	p := &prover{theorem: th, report: Report{Theorem: th}}
	testkit.OK(t, p.makeTable(context.Background()))
	closer := th.assertions()[0]
	testkit.OK(t, p.decideByExhaustion(context.Background(), &closer))
	s := p.report.Steps[0]
	if len(s.Wrong) > 0 || !strings.Contains(s.String(), "derivedly illegal, by trying all: 0\n") ||
		!strings.Contains(s.String(), " positions, 0 differ\n") || s.CPU <= 0 {
		t.Errorf("wrong %q\n%s", s.Wrong, s)
	}
	// The enumeration of another material differs from the table.
	board := testkit.Must(newTheorem(t, "KRK").enumerate(context.Background()))(t)
	s = new(Step)
	if p.compareDerived(s, board); len(s.Wrong) != 1 || !strings.Contains(s.Wrong[0], "are of another class") {
		t.Errorf("rooks against queens: wrong %q\n%s", s.Wrong, s)
	}
}

// TestCounterexamplesAreLookedUp checks that a counterexample that is not initially legal in the table is a
// problem.
func TestCounterexamplesAreLookedUp(t *testing.T) {
	th := newTheorem(t, "KQK")
	p := &prover{theorem: th}
	testkit.OK(t, p.makeTable(context.Background()))
	valid := th.fixed()[0]
	invalid := valid
	invalid.At[1] = invalid.At[0] // two men on one square
	claim := &th.assertions()[0].Claim
	for _, c := range []struct {
		q     placement
		wrong bool
	}{{valid, false}, {invalid, true}} {
		s := new(Step)
		if p.compareWithTable(s, claim, &Proof{claim: claim, counterexample: []placement{c.q}}); len(s.Wrong) > 0 != c.wrong {
			t.Errorf("%v: wrong %q", th.Material.setup(c.q), s.Wrong)
		}
	}
}

// TestCertify writes a formula and its refutation, and has the refutation verified.
func TestCertify(t *testing.T) {
	dir := t.TempDir()
	p := &prover{theorem: newTheorem(t, "KQK"), Options: Options{Certificates: dir}}
	s := new(Step)
	// The pigeonhole principle: three men, two holes, no two men in one hole.
	f := &formula{Vars: 6}
	for man := range 3 {
		f.Clauses = append(f.Clauses, []int{2*man + 1, 2*man + 2})
		for other := range man {
			f.Clauses = append(f.Clauses, []int{-(2*man + 1), -(2*other + 1)}, []int{-(2*man + 2), -(2*other + 2)})
		}
	}
	testkit.OK(t, p.certify(s, &Proof{formula: f}))
	cnf, err := os.ReadFile(filepath.Join(dir, "KQK-white.cnf"))
	if err != nil || !strings.Contains(string(cnf), "counterexamples to the theorem for KQK") ||
		!strings.Contains(string(cnf), "p cnf 6 9") {
		t.Errorf("%v, %s", err, cnf)
	}
	if info, err := os.Stat(filepath.Join(dir, "KQK-white.drat")); err != nil || info.Size() == 0 {
		t.Errorf("refutation: %v", err)
	}
	if len(s.Found) != 1 || !strings.Contains(s.Found[0], " lines, each verified by unit propagation") {
		t.Errorf("found %q", s.Found)
	}
	// With one clause less the formula has a model.
	f.Clauses = f.Clauses[1:]
	if err := p.certify(new(Step), &Proof{formula: f}); err == nil {
		t.Error("a formula with a model was refuted")
	}
}

// TestPlacements checks that placements yields initially legal positions with their classes in the table, and
// restPlacements those that are not derivedly illegal.
func TestPlacements(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	p := &prover{theorem: newTheorem(t, "KQK")}
	testkit.OK(t, p.makeTable(context.Background()))
	classes := map[endgame.Class]int{}
	for q, class := range p.placements() {
		if got, err := p.table.Class(p.theorem.Material.setup(q)); err != nil || got != class || class == endgame.Initial {
			t.Fatalf("%v: class %v, the table says %v, %v", p.theorem.Material.setup(q), class, got, err)
		}
		classes[class]++
	}
	count := 0
	for range p.restPlacements() {
		count++
	}
	if count == 0 || count != classes[endgame.Rest] {
		t.Errorf("%d positions are the rest, of %v", count, classes)
	}
}
