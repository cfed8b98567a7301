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

// Options say how to prove. The zero value proves by the quickest means, and asks nothing about last moves
// when it looks for games.
type Options struct {
	SAT          bool                  // with 4 men: by a SAT solver, too
	Memory       int                   // bytes for the table, 0 for the default of package endgame
	Seed         uint64                // of the games
	LastMoves    *retro.Stage          // finds forced last moves for the games, may be nil
	Certificates string                // an existing folder for formulas and refutations, "" for none
	Progress     func(done, parts int) // told while a solver works, may be nil
	Step         func(*Step)           // told after every step, may be nil
}

// A Step is a part of a proof that was done.
type Step struct {
	Name  string   // the assertion in words
	Found []string // what was found, line by line
	Wrong []string // what is not as it should be
	Proof []*Proof // by the side to move, of an assertion that a solver has decided

	CPU time.Duration // of both sides to move
}

// String is the name and what was found, each on lines of its own.
func (s *Step) String() string { return s.Name + "\n" + strings.Join(s.Found, "\n") + "\n" }

func (s *Step) found(format string, args ...any) {
	s.Found = append(s.Found, fmt.Sprintf(format, args...))
}

func (s *Step) wrong(format string, args ...any) {
	s.Wrong = append(s.Wrong, fmt.Sprintf(format, args...))
}

// A Report is what a proof has shown.
type Report struct {
	Theorem *Theorem
	Steps   []*Step
	Games   []Game // to the fixed positions, by the side to move
	CPU     time.Duration
	bySAT   bool
}

// Wrong lists what is not as it should be in all steps.
func (r *Report) Wrong() (list []string) {
	for _, s := range r.Steps {
		list = append(list, s.Wrong...)
	}
	return list
}

// Holds reports whether the theorem is proven.
func (r *Report) Holds() bool { return len(r.Wrong()) == 0 }

// Means says in words what a proof rests on, which is empty for the usual: by SAT, with games to PFix.
func (r *Report) Means() string {
	switch {
	case ByExhaustion(r.Theorem) && r.bySAT:
		return " by trying all positions, by SAT, and by games to PFix"
	case ByExhaustion(r.Theorem):
		return " by trying all positions and by games to PFix, not by SAT"
	}
	return ""
}

// ByExhaustion says for which theorems the assertion Closer is decided by trying all positions: with 4 men
// refuting the formula takes many minutes of CPU.
func ByExhaustion(t *Theorem) bool { return len(t.Material.Men) > 3 }

// Statement puts a theorem in words: what it says, its measure, and the fixed positions on boards.
func Statement(t *Theorem) string {
	var fixed []chess.Setup
	for _, f := range t.fixed() {
		fixed = append(fixed, t.Material.setup(f))
	}
	return fmt.Sprintf("%v: every initially legal position is legal, or derivedly illegal within the material, at most %d times\n\n", t.Material, t.Depth) +
		fmt.Sprintf("measure: M = %s\nPFix, the positions of measure 0\n\n", t.Measure.text(t.Material)) + notation.Plate(fixed, nil)
}

// A prover is one proof at work.
type prover struct {
	Options
	theorem *Theorem
	table   *endgame.Table
	report  Report
}

// Prove proves a theorem, see the package comment. An error is of the context, of memory, or of a
// file; what speaks against the theorem is in the report, see [Report.Holds].
func Prove(ctx context.Context, t *Theorem, o Options) (*Report, error) {
	start := cputime.Used()
	p := &prover{Options: o, theorem: t, report: Report{Theorem: t, bySAT: o.SAT || !ByExhaustion(t)}}
	if err := p.enumerate(ctx); err != nil {
		return nil, err
	}
	for _, a := range t.assertions() {
		if ByExhaustion(t) {
			if !a.Needed {
				continue // trying all positions says how deep the illegality goes as well
			}
			if err := p.exhaust(ctx, &a); err != nil {
				return nil, err
			}
			if !o.SAT {
				continue
			}
		}
		if err := p.decide(ctx, &a); err != nil {
			return nil, err
		}
	}
	if err := p.games(ctx); err != nil {
		return nil, err
	}
	p.report.CPU = cputime.Used() - start
	return &p.report, nil
}

// done adds a step to the report.
func (p *prover) done(s *Step) {
	p.report.Steps = append(p.report.Steps, s)
	if p.Step != nil {
		p.Step(s)
	}
}

// enumerate makes the table that every answer is compared with.
func (p *prover) enumerate(ctx context.Context) error {
	m, err := endgame.ParseMaterial(strings.NewReplacer("d", "", "l", "").Replace(p.theorem.Material.String()))
	if err != nil {
		return err
	}
	p.table, err = endgame.Enumerate(ctx, m, endgame.Options{Memory: p.Memory})
	return err
}
