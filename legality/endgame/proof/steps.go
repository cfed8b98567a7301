package proof

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"time"

	"chesscensus/chess"
	"chesscensus/chess/notation"
	"chesscensus/internal/cputime"
	"chesscensus/internal/digits"
	"chesscensus/legality/endgame"
	"chesscensus/legality/proofgame"
)

// count returns n with its digits in groups.
func count(n int) string { return digits.Group(uint64(n)) }

// decideBySAT decides an assertion by a solver for both sides to move, and compares the answers with the table.
func (p *prover) decideBySAT(ctx context.Context, a *assertion) error {
	s := &Step{Name: a.Name}
	holds := true
	for turn := range chess.Color(2) {
		start := cputime.Used()
		proof, err := decideClaim(ctx, &a.Claim, turn, solverOptions{Progress: p.Progress})
		if err != nil {
			return err
		}
		cpu := cputime.Used() - start
		s.CPU += cpu
		s.Proof = append(s.Proof, proof)
		holds = holds && proof.Proven
		p.reportAnswer(s, proof, cpu)
		p.compareWithTable(s, &a.Claim, proof)
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

// reportAnswer adds the solver's answer for one side to move to the step.
func (p *prover) reportAnswer(s *Step, proof *Proof, cpu time.Duration) {
	answer := "no counterexample: the formula has no model"
	if !proof.Proven {
		answer = "counterexample: no way back"
	}
	f := proof.formula
	cost := fmt.Sprintf("%.2f s", cpu.Seconds())
	s.addResult("  %v to move: %s; %s variables, %s clauses, %s SAT calls, %s ways back, %s", proof.Turn, answer,
		count(f.Vars), count(len(f.Clauses)), count(proof.calls), count(len(proof.patterns)), cost)
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

// compareWithTable compares the solver's answer with the table. A counterexample must be initially
// legal. The ways back of a proof must cover all positions that are not derivedly illegal.
func (p *prover) compareWithTable(s *Step, c *claim, proof *Proof) {
	if !proof.Proven {
		for _, q := range proof.counterexample {
			setup := p.theorem.Material.setup(q)
			if class, err := p.table.Class(setup); err != nil || class == endgame.Initial {
				s.addProblem("the table says of the counterexample %v: %v %v", setup, class, err)
			}
		}
		return
	}
	if c.From != 0 || c.AllowIllegal || c.Measure == nil {
		return
	}
	asked, covered := proof.countCovered(p.restPlacements())
	s.addResult("  table: %s positions that are not derivedly illegal, with a way back that is closer: %s", count(asked), count(covered))
	if asked != covered {
		s.addProblem("%d positions of the table have none of the ways back", asked-covered)
	}
}

// certify writes the formula and its refutation as files, and verifies the refutation.
func (p *prover) certify(s *Step, proof *Proof) error {
	base := filepath.Join(p.Certificates, fmt.Sprintf("%v-%v", p.theorem.Material, proof.Turn))
	formula, err := os.Create(base + ".cnf")
	if err != nil {
		return err
	}
	defer formula.Close()
	if err := proof.formula.writeDIMACS(formula, "counterexamples to the theorem for "+p.theorem.Material.String()); err != nil {
		return err
	}
	refutation, err := os.Create(base + ".drat")
	if err != nil {
		return err
	}
	defer refutation.Close()
	if err := writeRefutation(refutation, proof.formula, proof.cubes); err != nil {
		return err
	}
	if _, err := refutation.Seek(0, 0); err != nil {
		return err
	}
	lines, err := checkRUP(proof.formula, refutation)
	if err != nil {
		return err
	}
	s.addResult("  %s.cnf, .drat: the refutation has %s lines, each verified by unit propagation", base, count(lines))
	return nil
}

// maxTablePositions is about the largest number of positions of the table that are compared: all of 3 men,
// and of 4 men every n-th.
const maxTablePositions = 1 << 19

// placements yields initially legal positions of the table, with their classes.
func (p *prover) placements() iter.Seq2[placement, endgame.Class] {
	every := max(1, p.table.Material().Placements()/maxTablePositions)
	return func(yield func(placement, endgame.Class) bool) {
		i := 0
		for setup, class := range p.table.All() {
			if i++; i%every != 0 {
				continue
			}
			for q := range p.theorem.Material.placements(setup) {
				if !yield(q, class) {
					return
				}
			}
		}
	}
}

// restPlacements yields those of placements that are not derivedly illegal.
func (p *prover) restPlacements() iter.Seq[placement] {
	return func(yield func(placement) bool) {
		for q, class := range p.placements() {
			if class == endgame.Rest && !yield(q) {
				return
			}
		}
	}
}

// decideByExhaustion decides the main assertion for both sides to move by trying all positions, and
// compares the derivedly illegal ones with the table.
func (p *prover) decideByExhaustion(ctx context.Context, a *assertion) error {
	s := &Step{Name: a.Name}
	start := cputime.Used()
	all, err := p.theorem.enumerate(ctx)
	if err != nil {
		return err
	}
	for turn := range chess.Color(2) {
		e, err := all.decideCloser(ctx, turn)
		if err != nil {
			return err
		}
		later := ""
		if e.CloserLater > 0 {
			later = fmt.Sprintf(", %s with one of %d", count(e.CloserLater), p.theorem.Plies+p.theorem.Longer)
		}
		cpu := cputime.Used() - start - s.CPU
		s.CPU += cpu
		s.addResult("  %v to move: not by SAT, all positions tried: "+
			"%s are not derivedly illegal, %s of them with a way back of %d plies that is closer%s; %.2f s",
			turn, count(e.Positions), count(e.Closer), p.theorem.Plies, later, cpu.Seconds())
		if !e.holds() {
			s.addProblem("%d positions have no way back that is closer, such as %v",
				e.Positions-e.Closer-e.CloserLater, p.theorem.Material.setup(e.Counterexamples[0]))
		}
	}
	deeper := all.countNotDeeper()
	s.addResult("  positions more than %d times derivedly illegal, by trying all: %s", p.theorem.Depth, count(deeper))
	if deeper > 0 {
		s.addProblem("%d positions are more than %d times derivedly illegal", deeper, p.theorem.Depth)
	}
	p.compareDerived(s, all)
	p.addStep(s)
	return nil
}

// compareDerived compares with the table which positions are derivedly illegal, for those of placements.
func (p *prover) compareDerived(s *Step, all *enumeration) {
	compared, differ := 0, 0
	for q, class := range p.placements() {
		compared++
		if all.deepEnough[q.Turn][all.index(q)] != (class == endgame.Rest) {
			differ++
		}
	}
	s.addResult("  table: which positions are derivedly illegal compared for %s positions, %s differ", count(compared), count(differ))
	if differ > 0 {
		s.addProblem("%d positions of the table are of another class", differ)
	}
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
