package proof

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"chesscensus/chess"
	"chesscensus/chess/notation"
	"chesscensus/internal/atomicfile"
	"chesscensus/internal/cputime"
	"chesscensus/internal/digits"
	"chesscensus/legality/endgame"
	"chesscensus/legality/proofgame"
)

// count returns n with its digits in groups.
func count(n int) string { return digits.Group(uint64(n)) }

// decide decides an assertion for both sides to move, and compares the answers with the table.
func (p *prover) decide(ctx context.Context, a *assertion) error {
	s := &Step{Name: a.Name}
	holds := true
	for turn := range chess.Color(2) {
		start := cputime.Used()
		proof, err := decideClaim(ctx, p.placements, &a.Claim, turn)
		if err != nil {
			return err
		}
		cpu := cputime.Used() - start
		s.CPU += cpu
		s.Proof = append(s.Proof, proof)
		holds = holds && proof.Proven
		p.reportAnswer(s, &a.Claim, proof, cpu)
		p.checkCounterexample(s, proof)
		if a.Needed {
			p.compareGiven(s, proof)
		}
		proof.given = nil // with 4 men it takes 16 MiB
		if a.Needed && p.Certificates != "" {
			if err := p.certify(s, proof); err != nil {
				return err
			}
		}
	}
	if holds != a.Holds {
		s.addProblem("%q holds: %v, expected %v", a.Name, holds, a.Holds)
	}
	p.addStep(s)
	return nil
}

// reportAnswer adds the answer for one side to move to the step.
func (p *prover) reportAnswer(s *Step, c *claim, proof *Proof, cpu time.Duration) {
	answer, models := "no counterexample", "no model"
	if !proof.Proven {
		answer, models = "counterexample", "a model"
	}
	found := &proof.coverage
	line := fmt.Sprintf("  %v to move: %s: %s positions tried, %s without a way back", proof.Turn, answer, count(found.positions), count(len(found.without)))
	if found.later > 0 {
		line += fmt.Sprintf(", %s with one of %d plies only", count(found.later), c.Plies+c.Longer)
	}
	if q := proof.question; q != nil {
		line += fmt.Sprintf("; the formula has %s: %s variables, %s clauses, %s ways back, %s cases", models,
			count(q.Vars), count(len(q.Clauses)), count(len(found.patterns)), count(proof.cases))
	}
	s.addResult("%s; %.2f s", line, cpu.Seconds())
	if proof.Proven {
		return
	}
	var list []chess.Setup
	notes := []string{"P"}
	for i, q := range proof.counterexample {
		list = append(list, p.theorem.Material.setup(q))
		if i > 0 {
			notes = append(notes, fmt.Sprintf("P%d, before it", i))
		}
	}
	s.addResult("\n%s", notation.Plate(list, notes))
}

// checkCounterexample checks that the positions of a counterexample are initially legal in the table.
func (p *prover) checkCounterexample(s *Step, proof *Proof) {
	for _, q := range proof.counterexample {
		setup := p.theorem.Material.setup(q)
		if class, err := p.table.Class(setup); err != nil || class == endgame.Initial {
			s.addProblem("the table says of the counterexample %v: %v %v", setup, class, err)
		}
	}
}

// compareGiven compares with the table which positions are not derivedly illegal, for all placements of 3 men and every
// 31st of 4.
func (p *prover) compareGiven(s *Step, proof *Proof) {
	every := 1
	if len(p.theorem.Material.Men) > 3 {
		every = 31
	}
	compared, differ := 0, 0
	for index := 0; index < len(proof.given); index += every {
		q := p.placements.placement(index, proof.Turn)
		class, err := p.table.Class(p.theorem.Material.setup(q))
		if err != nil || !p.theorem.Material.allows(q) {
			continue // two men share a square, or a bishop is on the wrong color
		}
		if class != endgame.Initial {
			compared++
		}
		if proof.given[index] != (class == endgame.Rest) {
			differ++
		}
	}
	s.addResult("  table: which positions are derivedly illegal compared for %s positions, %s differ", count(compared), count(differ))
	if differ > 0 {
		s.addProblem("%d positions of the table are of another class", differ)
	}
}

// certify writes the formula of a proof and its refutation as files, and verifies the refutation. A file gets its name
// when it is complete, the refutation when it is verified.
func (p *prover) certify(s *Step, proof *Proof) error {
	base := filepath.Join(p.Certificates, fmt.Sprintf("%v-%v", p.theorem.Material, proof.Turn))
	formula, err := atomicfile.Create(base+".cnf", 0o666)
	if err != nil {
		return err
	}
	defer formula.Drop()
	q := proof.question
	if err := q.writeDIMACS(formula, "counterexamples to the theorem for "+p.theorem.Material.String()); err != nil {
		return err
	}
	refutation, err := atomicfile.Create(base+".drat", 0o666)
	if err != nil {
		return err
	}
	defer refutation.Drop()
	if _, _, err := refute(&q.formula, q.choices(), refutation); err != nil {
		return err
	}
	if _, err := refutation.Seek(0, io.SeekStart); err != nil {
		return err
	}
	lines, err := checkRUP(&q.formula, refutation)
	if err != nil {
		return err
	}
	if err := formula.Commit(); err != nil {
		return err
	}
	s.addResult("  %s.cnf, .drat: the refutation has %s lines, each verified by unit propagation", base, count(lines))
	return refutation.Commit()
}

// A Game leads from the initial position to a fixed one. Two programs that share no code with its
// search have replayed it.
type Game struct {
	Goal  chess.Position
	Moves []chess.Move
	SAN   string
}

// findGames searches games to the fixed positions: assertion (3) of the article.
func (p *prover) findGames(ctx context.Context) error {
	s := &Step{Name: "PFix is legal"}
	b := proofgame.Builder{Options: proofgame.Options{Seed: p.Seed, LastMoves: p.LastMoves}}
	for _, f := range p.theorem.fixed() {
		goal, err := p.theorem.Material.setup(f).Position()
		if err != nil {
			return err
		}
		a, err := b.Build(ctx, proofgame.Request{Goal: goal})
		if err != nil {
			return err
		}
		if !a.Found {
			s.addProblem("no game found to %v", goal.Setup())
			continue
		}
		p.report.Games = append(p.report.Games, Game{Goal: goal, Moves: a.Moves, SAN: string(a.Proof)})
		s.addResult("  %v to move, a game of %d plies, replayed by two other programs:\n  %s", f.Turn, len(a.Moves), a.Proof)
	}
	p.addStep(s)
	return nil
}
