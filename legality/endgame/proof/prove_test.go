package proof

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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
	if !r.Holds() {
		t.Errorf("wrong: %q", r.Wrong())
	}
	if len(r.Steps) != len(th.claims())+1 || !slices.Equal(steps, r.Steps) {
		t.Errorf("%d steps, %d told, %d claims", len(r.Steps), len(steps), len(th.claims()))
	}
	for i, c := range th.claims() {
		s := r.Steps[i]
		if s.Name != c.name || len(s.Proof) != 2 || (s.Proof[0].Proven && s.Proof[1].Proven) != c.holds ||
			!strings.HasPrefix(s.Found[0], "  white to move: ") {
			t.Errorf("step %d is not of %q:\n%s", i, c.name, s.Found)
		}
	}
	var v replay.Verifier
	for _, g := range r.Games {
		p := chess.InitialPosition()
		for _, m := range g.Moves {
			p = p.Play(m)
		}
		if p != g.Goal {
			t.Errorf("a game ends in %v, not in %v", p.Setup(), g.Goal.Setup())
		}
	}
	for _, line := range r.Steps[len(r.Steps)-1].Found {
		game := line[strings.LastIndex(line, "\n  ")+3:]
		goal := r.Games[0].Goal
		if strings.Contains(line, "black to move") {
			goal = r.Games[1].Goal
		}
		if err := v.VerifyText("", 0, game, goal.Setup().String()+" 0 1"); err != nil {
			t.Error(err)
		}
	}
	if len(r.Games) != 2 {
		t.Errorf("%d games to the fixed positions", len(r.Games))
	}
}

// TestWrong checks that a problem in one step makes the theorem unproven.
func TestWrong(t *testing.T) {
	r := Report{Steps: []*Step{{Name: "depth"}, {Name: "closer", Wrong: []string{"3 positions"}}}}
	if r.Holds() || len(r.Wrong()) != 1 || r.Wrong()[0] != "3 positions" {
		t.Errorf("%v %q", r.Holds(), r.Wrong())
	}
}

// proverOf returns a prover of a theorem with its tables.
func proverOf(t *testing.T, name string) *prover {
	t.Helper()
	return testkit.Must(newProver(context.Background(), newTheorem(t, name), Options{}))(t)
}

// TestAFalseClaim checks that a claim that is expected to hold and does not is wrong, one that is not
// expected to hold and has a counterexample is not.
func TestAFalseClaim(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	p := proverOf(t, "KRK")
	c := p.claims()[2]
	for _, holds := range []bool{false, true} {
		c.holds = holds
		s := new(Step)
		testkit.OK(t, p.decideBoth(context.Background(), s, &c))
		found := strings.Contains(strings.Join(s.Found, "\n"), "counterexample: ")
		if len(s.Wrong) > 0 != holds || !found || !strings.HasPrefix(c.name, "sharp") {
			t.Errorf("%s, expected to hold: %v; wrong %q\n%s", c.name, holds, s.Wrong, s.Found)
		}
	}
}

// TestNoGame checks that fixed positions without a game are a problem: a white bishop cannot have passed its own pawn on b2.
func TestNoGame(t *testing.T) {
	p := &prover{search: &search{Theorem: &Theorem{men: parseMen("Ke1 Ba1*1 Pb2*1 ke8")}}}
	s := new(Step)
	testkit.OK(t, p.findGames(context.Background(), s, nil))
	if len(s.Wrong) != 2 || !strings.Contains(s.Wrong[0], "no game found to 4k3/") || len(p.games) > 0 {
		t.Errorf("wrong %q, found %q, %d games", s.Wrong, s.Found, len(p.games))
	}
}

// TestProveErrors tests a canceled context, too little memory, and a missing folder.
func TestProveErrors(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	testkit.Fails(Prove(ctx, newTheorem(t, "KQK"), Options{}))(t, context.Canceled, "canceled")
	if _, err := Prove(context.Background(), newTheorem(t, "KQK"), Options{Memory: 1}); err == nil {
		t.Error("a table in one byte")
	}
	testkit.FailsWith(t, proverOf(t, "KQK").decideBoth(ctx, new(Step), &claim{plies: 1}), context.Canceled, "canceled between claims")
}

// TestOtherTableDiffers checks that positions that differ from the table are a problem.
func TestOtherTableDiffers(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	p := proverOf(t, "KRK")
	for turn := range chess.Color(2) {
		for name, differs := range map[string]bool{"KRK": false, "KQK": true} {
			other := newSearch(newTheorem(t, name))
			proof := &Proof{Turn: turn, coverage: coverage{given: other.given(&other.claims()[0], turn)}}
			s := new(Step)
			if p.compare(s, proof); len(s.Wrong) > 0 != differs {
				t.Errorf("%s against KRK, %v to move: wrong %q, want problems: %v", name, turn, s.Wrong, differs)
			}
		}
	}
}

// TestCertify writes a formula and its refutation, and has the refutation verified. Of a refutation that does not follow no file is
// written, and a missing folder is an error.
func TestCertify(t *testing.T) {
	th := newTheorem(t, "KQK")
	p := &prover{search: &search{Theorem: th}, Options: Options{Certificates: t.TempDir()}}
	proof := &Proof{question: newQuestion(th.men, &claim{}, chess.White, nil), refutation: []byte("0\n")}
	if err := p.certify(new(Step), proof); err == nil {
		t.Error("a formula with a model was refuted")
	}
	if left := testkit.Must(os.ReadDir(p.Certificates))(t); len(left) > 0 {
		t.Errorf("files of a failed proof: %v", left)
	}
	proof.question.assert(proof.question.beyond(make([]vector, 3), 0, 1, vector{})) // a king and a queen on one square
	_, proof.refutation, _ = refute(proof.question.formula)
	s := new(Step)
	testkit.OK(t, p.certify(s, proof))
	cnf := testkit.Must(os.ReadFile(filepath.Join(p.Certificates, "KQK-white.cnf")))(t)
	if !bytes.HasPrefix(cnf, []byte("c counterexamples to the theorem for KQK\np cnf ")) {
		t.Errorf("the formula begins with %.80q", cnf)
	}
	drat := string(testkit.Must(os.ReadFile(filepath.Join(p.Certificates, "KQK-white.drat")))(t))
	if !strings.HasSuffix(drat, "0\n") || !checks(proof.question.formula, drat) {
		t.Errorf("refutation %.80q is not accepted", drat)
	}
	if len(s.Found) != 1 || !strings.Contains(s.Found[0], " lines, each verified by unit propagation") {
		t.Errorf("found %q", s.Found)
	}
	p.Certificates = filepath.Join(p.Certificates, "none")
	testkit.FailsWith(t, p.certify(new(Step), proof), os.ErrNotExist, "a folder that is not there")
}

// closerKRK returns the proof of the theorem for KRK with White to move.
func closerKRK(t *testing.T) *Proof {
	t.Helper()
	s := newSearch(newTheorem(t, "KRK"))
	p := testkit.Must(s.decide(&s.claims()[0], chess.White))(t)
	if !p.Proven {
		t.Fatalf("not proven: %v", s.setup(p.counterexample, chess.White))
	}
	return p
}

// TestTheoremForKRKHasACheckedRefutation has the refutation verified line by line: all of it is accepted, and not a quarter.
func TestTheoremForKRKHasACheckedRefutation(t *testing.T) {
	testkit.Long(t)
	p := closerKRK(t)
	if lines, err := checkRUP(p.question.formula, p.refutation); err != nil || lines > p.cases+1 {
		t.Errorf("%d lines of %d cases, %v", lines, p.cases, err)
	}
	quarter := bytes.Join(bytes.SplitAfter(p.refutation, []byte("\n"))[:p.cases/4], nil)
	if checks(p.question.formula, string(quarter)) {
		t.Error("a quarter of the refutation was accepted")
	}
}

// TestFormulaNeedsItsWays leaves out a way back of the formula for KRK. The formula must have a model if the search knows of a
// position from which only this way leads closer, and the model must be such a position.
func TestFormulaNeedsItsWays(t *testing.T) {
	testkit.Medium(t)
	s := newSearch(newTheorem(t, "KRK"))
	c := &s.claims()[0]
	covered := s.cover(c, chess.White)
	all := covered.patterns
	models := 0
	for _, i := range []int{0, len(all) / 2, len(all) - 1} {
		others := slices.Delete(slices.Clone(all), i, i+1)
		q := newQuestion(s.men, c, chess.White, others)
		isTrue, _, _ := refute(q.formula)
		leadsCloser := func(p position) bool {
			return slices.ContainsFunc(others, func(way pattern) bool { return s.isOpen(c, way, p, chess.White) })
		}
		if isTrue != nil {
			models++
			if p := q.read(isTrue); !covered.given[p] || leadsCloser(p) {
				t.Errorf("without way %d: the model %v is no position without another way", i, s.setup(p, chess.White))
			}
			continue
		}
		for index, given := range covered.given {
			if p := position(index); given && p != s.fixed() && !leadsCloser(p) {
				t.Fatalf("without way %d: no model, but %v has no other way", i, s.setup(p, chess.White))
			}
		}
	}
	if models == 0 {
		t.Error("no way of the three is needed")
	}
}

// TestForeignSolversAgree has solvers in other languages refute the formula for KRK.
func TestForeignSolversAgree(t *testing.T) {
	var programs []string
	for _, name := range []string{"cadical", "minisat"} {
		if path, err := exec.LookPath(name); err == nil {
			programs = append(programs, path)
		}
	}
	if len(programs) == 0 || testing.Short() {
		t.Skip("needs cadical or minisat (Debian packages of these names) and seconds")
	}
	path := filepath.Join(t.TempDir(), "krk.cnf")
	testkit.OK(t, os.WriteFile(path, closerKRK(t).question.dimacs("KRK"), 0o666))
	for _, program := range programs {
		err := exec.Command(program, path).Run()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 20 { // 20 is UNSATISFIABLE
			t.Errorf("%s: %v, want exit status 20", program, err)
		}
	}
}
