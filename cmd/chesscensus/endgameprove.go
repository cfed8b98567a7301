package main

import (
	"bufio"
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"time"

	"chesscensus/chess"
	"chesscensus/internal/cputime"
	"chesscensus/legality"
	"chesscensus/legality/endgame"
	"chesscensus/legality/endgame/sat"
	"chesscensus/legality/proofgame"
)

// An endgameProof is one run of endgame --prove for one material.
type endgameProof struct {
	*endgameRun
	theorem *sat.Theorem
	table   *endgame.Table
	out     *bufio.Writer
	wrong   []string // what is not as it should be
}

// proveAll proves the theorem for each material.
func (e *endgameRun) proveAll(ctx context.Context, args []string) error {
	if e.all != 0 || e.json || e.tsv || e.judge > 0 {
		return usagef("--prove takes materials only, not --all, --json, --tsv or --judge")
	}
	if len(args) == 0 {
		return usagef("--prove: want materials, of %s", strings.Join(sat.Materials(), ", "))
	}
	var list []*sat.Theorem
	for _, name := range args {
		t, err := sat.NewTheorem(name)
		if err != nil {
			return usageError{err}
		}
		list = append(list, t)
	}
	if e.certificate != "" {
		for _, t := range list {
			if byExhaustion(t) {
				return usagef("--certificate: %v is proven by trying all positions, not by SAT, so there is no refutation to write", t.Material)
			}
		}
		if err := os.MkdirAll(e.certificate, 0o777); err != nil {
			return err
		}
	}
	for i, t := range list {
		if i > 0 {
			fmt.Fprintln(e.app.out)
		}
		p := &endgameProof{endgameRun: e, theorem: t, out: bufio.NewWriter(e.app.out)}
		if err := p.run(ctx); err != nil {
			_ = p.out.Flush()
			return err
		}
	}
	return nil
}

// byExhaustion says for which theorems the assertion Closer is decided by trying all positions: with 4 men refuting the
// formula takes many minutes of CPU.
func byExhaustion(t *sat.Theorem) bool { return len(t.Material.Men) > 3 }

func (p *endgameProof) run(ctx context.Context) error {
	start := cputime.Used()
	p.statement()
	if err := p.enumerate(ctx); err != nil {
		return err
	}
	for _, a := range p.theorem.Assertions() {
		decide := p.assertion
		if byExhaustion(p.theorem) {
			if !a.Needed {
				continue // exhaust says how deep the illegality goes as well
			}
			decide = p.exhaust
		}
		if err := decide(ctx, &a); err != nil {
			return err
		}
		if byExhaustion(p.theorem) && p.sat {
			if err := p.assertion(ctx, &a); err != nil {
				return err
			}
		}
	}
	if err := p.games(ctx); err != nil {
		return err
	}
	if len(p.wrong) > 0 {
		return fmt.Errorf("%v is not proven: %s", p.theorem.Material, strings.Join(p.wrong, "; "))
	}
	how := ""
	switch {
	case byExhaustion(p.theorem) && p.sat:
		how = " by trying all positions, by SAT, and by games to PFix"
	case byExhaustion(p.theorem):
		how = " by trying all positions and by games to PFix, not by SAT"
	}
	fmt.Fprintf(p.out, "\nproven%s, in %.1f s of processor time\n", how, (cputime.Used() - start).Seconds())
	return p.out.Flush()
}

// statement prints the theorem.
func (p *endgameProof) statement() {
	t := p.theorem
	fmt.Fprintf(p.out, "%v: every initially legal position is legal, or derivedly illegal within the material, at most %d times\n\n", t.Material, t.Depth)
	fmt.Fprintf(p.out, "measure: M = %s\n", t.Measure.Formula(t.Material))
	fmt.Fprintf(p.out, "PFix, the positions of measure 0\n\n")
	var fixed []chess.Setup
	for _, f := range t.Fixed() {
		fixed = append(fixed, t.Material.Setup(f))
	}
	writeBoards(p.out, fixed, nil)
}

// enumerate makes the table that every answer is compared with.
func (p *endgameProof) enumerate(ctx context.Context) error {
	m, err := endgame.ParseMaterial(strings.NewReplacer("d", "", "l", "").Replace(p.theorem.Material.String()))
	if err != nil {
		return err
	}
	p.table, err = endgame.Enumerate(ctx, m, endgame.Options{Memory: p.memory << 20})
	return err
}

// assertion decides an assertion for both sides to move and compares the answers with the table.
func (p *endgameProof) assertion(ctx context.Context, a *sat.Assertion) error {
	fmt.Fprintf(p.out, "\n%s\n", a.Name)
	holds := true
	for turn := range chess.Color(2) {
		start := cputime.Used()
		proof, err := sat.Prove(ctx, &a.Claim, turn, p.satOptions())
		if err != nil {
			return err
		}
		holds = holds && proof.Proven
		if err := p.answer(proof, cputime.Used()-start); err != nil {
			return err
		}
		p.compare(a, proof)
		if a.Needed && p.certificate != "" {
			if err := p.certify(proof); err != nil {
				return err
			}
		}
	}
	if holds != a.Holds {
		p.wrong = append(p.wrong, fmt.Sprintf("%q holds: %v, expected %v", a.Name, holds, a.Holds))
	}
	return p.out.Flush()
}

func (p *endgameProof) satOptions() sat.Options {
	bar := p.app.progressBar(64, "squares of the black king")
	return sat.Options{Progress: func(done, parts int) {
		if bar.set(uint64(64 * done / parts)); done == parts {
			bar.finish()
		}
	}}
}

// answer prints what was found for one side to move.
func (p *endgameProof) answer(proof *sat.Proof, cpu time.Duration) error {
	what := "no counterexample: the formula has no model"
	if !proof.Proven {
		what = "counterexample: no way back"
	}
	f := proof.Formula
	_, err := fmt.Fprintf(p.out, "  %v to move: %s; %s variables, %s clauses, %s SAT calls, %s ways back, %.2f s\n", proof.Turn, what,
		number(uint64(f.Vars)), number(uint64(len(f.Clauses))), number(uint64(proof.Calls)), number(uint64(len(proof.Patterns))), cpu.Seconds())
	if proof.Proven {
		return err
	}
	var list []chess.Setup
	notes := []string{"P"}
	for i, q := range proof.Counterexample {
		list = append(list, p.theorem.Material.Setup(q))
		if i > 0 {
			notes = append(notes, fmt.Sprintf("P%d, before it", i))
		}
	}
	fmt.Fprintln(p.out)
	writeBoards(p.out, list, notes)
	fmt.Fprintln(p.out)
	return err
}

// compare asks the table about an answer.
func (p *endgameProof) compare(a *sat.Assertion, proof *sat.Proof) {
	c := &a.Claim
	if !proof.Proven {
		for _, q := range proof.Counterexample {
			if class, err := p.table.Class(p.theorem.Material.Setup(q)); err != nil || class == endgame.Initial {
				p.wrong = append(p.wrong, fmt.Sprintf("the table says of the counterexample %v: %v %v", p.theorem.Material.Setup(q), class, err))
			}
		}
		return
	}
	if c.From != 0 || c.Lawless || c.Measure == nil {
		return
	}
	asked, covered := proof.Covered(p.rest())
	fmt.Fprintf(p.out, "  table: %s positions that are not derivedly illegal, with a way back that is closer: %s\n", number(uint64(asked)), number(uint64(covered)))
	if asked != covered {
		p.wrong = append(p.wrong, fmt.Sprintf("%d positions of the table have none of the ways back", asked-covered))
	}
}

// tablePositions is how many positions of the table are compared: all of 3 men, and one in so many of more.
const tablePositions = 1 << 19

// placements yields initially legal positions of the table, with their classes.
func (p *endgameProof) placements() iter.Seq2[sat.Placement, endgame.Class] {
	every := max(1, p.table.Material().Placements()/tablePositions)
	return func(yield func(sat.Placement, endgame.Class) bool) {
		i := 0
		for setup, class := range p.table.All() {
			if i++; i%every != 0 {
				continue
			}
			for q := range p.theorem.Material.Placements(setup) {
				if !yield(q, class) {
					return
				}
			}
		}
	}
}

// rest yields those that are not derivedly illegal.
func (p *endgameProof) rest() iter.Seq[sat.Placement] {
	return func(yield func(sat.Placement) bool) {
		for q, class := range p.placements() {
			if class == endgame.Rest && !yield(q) {
				return
			}
		}
	}
}

// certify writes the formula and its refutation as files, and verifies the refutation.
func (p *endgameProof) certify(proof *sat.Proof) error {
	base := filepath.Join(p.certificate, fmt.Sprintf("%v-%v", p.theorem.Material, proof.Turn))
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
	fmt.Fprintf(p.out, "  %s.cnf, .drat: the refutation has %s lines, each verified by unit propagation\n", base, number(uint64(lines)))
	return nil
}

// games finds games to the fixed positions: assertion (3) of the article.
func (p *endgameProof) games(ctx context.Context) error {
	fmt.Fprintf(p.out, "\nPFix is legal\n")
	b := proofgame.Builder{Options: proofgame.Options{Seed: p.seed, LastMoves: legality.LastMoves()}}
	for _, f := range p.theorem.Fixed() {
		goal, err := p.theorem.Material.Setup(f).Position()
		if err != nil {
			return err
		}
		a, err := b.Build(ctx, proofgame.Request{Goal: goal})
		if err != nil {
			return err
		}
		if !a.Found {
			p.wrong = append(p.wrong, fmt.Sprintf("no game found to %v", goal.Setup()))
			continue
		}
		fmt.Fprintf(p.out, "  %v to move, a game of %d plies, replayed by two other programs:\n  %s\n", f.Turn, len(a.Moves), a.Proof)
	}
	return nil
}
