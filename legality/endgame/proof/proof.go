package proof

import (
	"context"
	"fmt"
	"strings"
	"time"

	"chesscensus/chess"
	"chesscensus/chess/notation"
	"chesscensus/internal/cputime"
	"chesscensus/legality/endgame"
	"chesscensus/legality/retro"
)

// Options are the options of [Prove]. The zero value searches games without forced last moves.
type Options struct {
	Memory       int          // bytes for the table, 0 for the default of package endgame
	Seed         uint64       // of the random numbers of the search for games
	LastMoves    *retro.Stage // finds forced last moves for the games, may be nil
	Certificates string       // an existing folder for formulas and refutations of theorems on 3 men, "" for none
	Step         func(*Step)  // called after every step, may be nil
}

// A Step is the result of one step of a proof.
type Step struct {
	Name  string   // the assertion in words
	Found []string // the results, line by line
	Wrong []string // the problems: results that contradict the theorem or each other
	Proof []*Proof // by the side to move, of an assertion

	CPU time.Duration // of both sides to move
}

// String returns the name and the results, a line each.
func (s *Step) String() string { return s.Name + "\n" + strings.Join(s.Found, "\n") + "\n" }

// addResult adds a result line.
func (s *Step) addResult(format string, args ...any) {
	s.Found = append(s.Found, fmt.Sprintf(format, args...))
}

// addProblem adds a problem.
func (s *Step) addProblem(format string, args ...any) {
	s.Wrong = append(s.Wrong, fmt.Sprintf(format, args...))
}

// A Report is the result of [Prove].
type Report struct {
	Theorem *Theorem
	Steps   []*Step
	Games   []Game // to the fixed positions, by the side to move
	CPU     time.Duration
}

// Wrong returns the problems of all steps.
func (r *Report) Wrong() (list []string) {
	for _, s := range r.Steps {
		list = append(list, s.Wrong...)
	}
	return list
}

// Holds reports whether the theorem is proven.
func (r *Report) Holds() bool { return len(r.Wrong()) == 0 }

// ByExhaustion reports whether the theorem is proven by trying all positions alone, without a formula. This is so with 4
// men, for which refuting the formula would take minutes.
func ByExhaustion(t *Theorem) bool { return len(t.Material.Men) > maxMenOfFormula }

// Statement returns a theorem as text: its assertion, its measure, and the fixed positions as boards.
func Statement(t *Theorem) string {
	var fixed []chess.Setup
	for _, f := range t.fixed() {
		fixed = append(fixed, t.Material.setup(f))
	}
	return fmt.Sprintf("%v: every initially legal position is legal, or derivedly illegal within the material, at most %d times\n\n"+
		"measure: M = %s\nPFix, the positions of measure 0\n\n%s",
		t.Material, t.Depth, t.Measure.describe(t.Material), notation.Plate(fixed, nil))
}

// A prover holds the state of one call of [Prove].
type prover struct {
	Options
	theorem    *Theorem
	placements *placementTable
	table      *endgame.Table // with which all answers are compared
	report     Report
}

// Prove proves a theorem, see the package comment. An error is of the context, of memory, or of a
// file. A theorem that cannot be proven is no error: see [Report.Holds].
func Prove(ctx context.Context, t *Theorem, o Options) (*Report, error) {
	start := cputime.Used()
	p := &prover{Options: o, theorem: t, placements: newPlacementTable(t.Material), report: Report{Theorem: t}}
	if err := p.makeTable(ctx); err != nil {
		return nil, err
	}
	for _, a := range t.assertions() {
		if err := p.decide(ctx, &a); err != nil {
			return nil, err
		}
	}
	if err := p.findGames(ctx); err != nil {
		return nil, err
	}
	p.report.CPU = cputime.Used() - start
	return &p.report, nil
}

// addStep adds a step to the report.
func (p *prover) addStep(s *Step) {
	p.report.Steps = append(p.report.Steps, s)
	if p.Step != nil {
		p.Step(s)
	}
}

// makeTable computes the table of package endgame with which all answers are compared.
func (p *prover) makeTable(ctx context.Context) error {
	m, err := endgame.ParseMaterial(strings.NewReplacer("d", "", "l", "").Replace(p.theorem.Material.String()))
	if err != nil {
		return err
	}
	p.table, err = endgame.Enumerate(ctx, m, endgame.Options{Memory: p.Memory})
	return err
}
