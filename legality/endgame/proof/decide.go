package proof

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"chesscensus/chess"
	"chesscensus/chess/notation"
	"chesscensus/internal/cputime"
	"chesscensus/internal/digits"
	"chesscensus/legality/endgame"
	"chesscensus/legality/endgame/internal/sat"
)

func count(n int) string { return digits.Group(uint64(n)) }

// decide has a solver decide an assertion for both sides to move, and compares the answers with the table.
func (p *prover) decide(ctx context.Context, a *sat.Assertion) error {
	s := &Step{Name: a.Name}
	holds := true
	for turn := range chess.Color(2) {
		start := cputime.Used()
		proof, err := sat.Prove(ctx, &a.Claim, turn, sat.Options{Progress: p.Progress})
		if err != nil {
			return err
		}
		cpu := cputime.Used() - start
		s.CPU += cpu
		s.Proof = append(s.Proof, proof)
		holds = holds && proof.Proven
		p.answer(s, proof, cpu)
		p.compare(s, &a.Claim, proof)
		if a.Needed && p.Certificates != "" {
			if err := p.certify(s, proof); err != nil {
				return err
			}
		}
	}
	if holds != a.Holds {
		s.wrong("%q holds: %v, expected %v", a.Name, holds, a.Holds)
	}
	p.done(s)
	return nil
}

// answer tells what was found for one side to move.
func (p *prover) answer(s *Step, proof *sat.Proof, cpu time.Duration) {
	what := "no counterexample: the formula has no model"
	if !proof.Proven {
		what = "counterexample: no way back"
	}
	f := proof.Formula
	cost := fmt.Sprintf("%.2f s", cpu.Seconds())
	s.found("  %v to move: %s; %s variables, %s clauses, %s SAT calls, %s ways back, %s", proof.Turn, what,
		count(f.Vars), count(len(f.Clauses)), count(proof.Calls), count(len(proof.Patterns)), cost)
	if proof.Proven {
		return
	}
	var list []chess.Setup
	notes := []string{"P"}
	for i, q := range proof.Counterexample {
		list = append(list, p.theorem.Material.Setup(q))
		if i > 0 {
			notes = append(notes, fmt.Sprintf("P%d, before it", i))
		}
	}
	s.found("\n%s", notation.Plate(list, notes))
}

// compare asks the table about an answer.
func (p *prover) compare(s *Step, c *sat.Claim, proof *sat.Proof) {
	if !proof.Proven {
		for _, q := range proof.Counterexample {
			setup := p.theorem.Material.Setup(q)
			if class, err := p.table.Class(setup); err != nil || class == endgame.Initial {
				s.wrong("the table says of the counterexample %v: %v %v", setup, class, err)
			}
		}
		return
	}
	if c.From != 0 || c.Lawless || c.Measure == nil {
		return
	}
	asked, covered := proof.Covered(p.rest())
	s.found("  table: %s positions that are not derivedly illegal, with a way back that is closer: %s", count(asked), count(covered))
	if asked != covered {
		s.wrong("%d positions of the table have none of the ways back", asked-covered)
	}
}

// certify writes the formula and its refutation as files, and verifies the refutation.
func (p *prover) certify(s *Step, proof *sat.Proof) error {
	base := filepath.Join(p.Certificates, fmt.Sprintf("%v-%v", p.theorem.Material, proof.Turn))
	formula, err := os.Create(base + ".cnf")
	if err != nil {
		return err
	}
	defer formula.Close()
	if err := proof.Formula.WriteDIMACS(formula, "counterexamples to the theorem for "+p.theorem.Material.String()); err != nil {
		return err
	}
	refutation, err := os.Create(base + ".drat")
	if err != nil {
		return err
	}
	defer refutation.Close()
	if err := sat.Certify(refutation, proof.Formula, proof.Cubes); err != nil {
		return err
	}
	if _, err := refutation.Seek(0, 0); err != nil {
		return err
	}
	lines, err := sat.CheckRUP(proof.Formula, refutation)
	if err != nil {
		return err
	}
	s.found("  %s.cnf, .drat: the refutation has %s lines, each verified by unit propagation", base, count(lines))
	return nil
}
