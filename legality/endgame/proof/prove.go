package proof

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"chesscensus/chess"
	"chesscensus/chess/notation"
	"chesscensus/internal/digits"
	"chesscensus/internal/safefile"
	"chesscensus/legality/endgame"
	"chesscensus/legality/proofgame"
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
	Name  string   // the claim in words
	Found []string // the results, line by line
	Wrong []string // the problems: results that contradict the theorem or each other
	Proof []*Proof // by the side to move, of a claim
}

// A Proof is the decision of a claim for one side to move in P: a proof of it, or a counterexample.
type Proof struct {
	Turn   chess.Color
	Proven bool // whether there is no counterexample
	coverage
	counterexample position
	question       *question // nil with 4 men
	refutation     []byte    // of the question, see [refute]
	cases          int       // of the refutation, or tried until the counterexample
}

// A Game leads from the initial position to a fixed one. Two programs that share no code with its search have replayed it.
type Game struct {
	Goal  chess.Position
	Moves []chess.Move
}

// A Report is the result of [Prove].
type Report struct {
	Steps []*Step
	Games []Game // to the fixed positions, by the side to move
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

// A prover holds the state of one call of [Prove].
type prover struct {
	Options
	*search
	table *endgame.Table // with which the positions of the theorem are compared
	games []Game
}

// newProver returns a prover with the tables of a theorem. An error is of the context or of memory.
func newProver(ctx context.Context, t *Theorem, o Options) (*prover, error) {
	m, _ := endgame.ParseMaterial(strings.NewReplacer("d", "", "l", "").Replace(t.Material)) // a valid name
	table, err := endgame.Enumerate(ctx, m, endgame.Options{Memory: o.Memory})
	return &prover{o, newSearch(t), table, nil}, err
}

// Prove proves a theorem, see the package comment. It takes 3 to 6 s of CPU, 10 s more for certificates, and 2 * 64^n bytes for n men.
// An error is of context, memory or file, or says that formula and search, or refutation and check, contradict each other. Else see
// [Report.Holds] for whether the theorem is proven.
func Prove(ctx context.Context, t *Theorem, o Options) (*Report, error) {
	p, err := newProver(ctx, t, o)
	if err != nil {
		return nil, err
	}
	r := &Report{}
	for _, c := range append(t.claims(), claim{name: "PFix is legal"}) {
		s := &Step{Name: c.name}
		step := p.decideBoth
		if c.plies == 0 { // the last step, which decides no claim
			step = p.findGames
		}
		if err := step(ctx, s, &c); err != nil {
			return nil, err
		}
		r.Steps, r.Games = append(r.Steps, s), p.games
		if o.Step != nil {
			o.Step(s)
		}
	}
	return r, nil
}

// decideBoth decides a claim for both sides to move.
func (p *prover) decideBoth(ctx context.Context, s *Step, c *claim) error {
	holds := true
	for turn := range chess.Color(2) {
		proof, err := p.decide(c, turn)
		if err := errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		s.Proof = append(s.Proof, proof)
		holds = holds && proof.Proven
		p.describe(s, c, proof)
		if c.needed {
			p.compare(s, proof)
			if err := p.certify(s, proof); err != nil {
				return err
			}
		}
		proof.given, proof.refutation = nil, nil // up to 16 MiB
	}
	if holds != c.holds {
		addf(&s.Wrong, "%q holds: %v, expected %v", c.name, holds, c.holds)
	}
	return nil
}

// decide decides a claim for the positions P with the given side to move, by a search and, with 3 men, by a formula that says that none
// of its ways back is open. The formula must have a model if and only if the search found a position without a way back, and the model
// must be such a position. Otherwise one of the two is wrong, which is an error.
func (s *search) decide(c *claim, turn chess.Color) (*Proof, error) {
	p := &Proof{Turn: turn, coverage: s.cover(c, turn)}
	if p.Proven = len(p.without) == 0; !p.Proven {
		p.counterexample = p.without[0]
	}
	if ByExhaustion(s.Theorem) {
		return p, nil
	}
	p.question = newQuestion(s.men, c, turn, p.patterns)
	isTrue, refutation, cases := refute(p.question.formula)
	p.refutation, p.cases = refutation, cases
	if isTrue != nil {
		p.counterexample = p.question.read(isTrue)
	}
	if (isTrue == nil) != p.Proven || !p.Proven && !slices.Contains(p.without, p.counterexample) {
		return nil, errors.New("proof: the formula and the search for ways back contradict each other")
	}
	return p, nil
}

// addf adds a result or a problem to a list of a step.
func addf(list *[]string, format string, args ...any) {
	*list = append(*list, fmt.Sprintf(format, args...))
}

// count returns n with its digits in groups.
func count(n int) string { return digits.Group(uint64(n)) }

// describe adds the decision of a claim to the results.
func (p *prover) describe(s *Step, c *claim, proof *Proof) {
	answer, models := "no counterexample", "no model"
	if !proof.Proven {
		answer, models = "counterexample", "a model"
	}
	line := fmt.Sprintf("  %v to move: %s: %s positions tried, %s without a way back",
		proof.Turn, answer, count(proof.tried), count(len(proof.without)))
	if proof.later > 0 {
		line += fmt.Sprintf(", %s with one of %d plies only", count(proof.later), c.plies+c.longer)
	}
	if q := proof.question; q != nil {
		line += fmt.Sprintf("; the formula has %s: %s variables, %s clauses, %s ways back, %s cases", models,
			count(q.vars), count(len(q.clauses)), count(len(proof.patterns)), count(proof.cases))
	}
	s.Found = append(s.Found, line)
	if !proof.Proven {
		board := p.setup(proof.counterexample, proof.Turn)
		addf(&s.Found, "\n%s", notation.Plate([]chess.Setup{board}, []string{"P"}))
	}
}

// compare compares with the table which positions are not derivedly illegal, for all positions of 3 men and every 31st of 4.
func (p *prover) compare(s *Step, proof *Proof) {
	every := 1
	if ByExhaustion(p.Theorem) {
		every = 31
	}
	compared, differ := 0, 0
	for i := 0; i < len(proof.given); i += every {
		if !p.possible(position(i)) {
			continue
		}
		class, err := p.table.Class(p.setup(position(i), proof.Turn))
		if class != endgame.Initial {
			compared++
		}
		if err != nil || proof.given[i] != (class == endgame.Rest) {
			differ++
		}
	}
	addf(&s.Found, "  table: which positions are derivedly illegal compared for %s positions, %s differ", count(compared), count(differ))
	if differ > 0 {
		addf(&s.Wrong, "%d positions of the table are of another class", differ)
	}
}

// certify writes the formula of a proof and its refutation as files if asked to, once the refutation is verified.
func (p *prover) certify(s *Step, proof *Proof) error {
	if p.Certificates == "" {
		return nil
	}
	lines, err := checkRUP(proof.question.formula, proof.refutation)
	if err != nil {
		return err
	}
	base := filepath.Join(p.Certificates, fmt.Sprintf("%v-%v", p.Material, proof.Turn))
	addf(&s.Found, "  %s.cnf, .drat: the refutation has %s lines, each verified by unit propagation", base, count(lines))
	cnf := proof.question.dimacs("counterexamples to the theorem for " + p.Material)
	return errors.Join(safefile.Write(base+".cnf", cnf, 0o666), safefile.Write(base+".drat", proof.refutation, 0o666))
}

// findGames searches games to the fixed positions: assertion (3) of the article.
func (p *prover) findGames(ctx context.Context, s *Step, _ *claim) error {
	b := proofgame.Builder{Options: proofgame.Options{Seed: p.Seed, LastMoves: p.LastMoves}}
	for turn := range chess.Color(2) {
		goal, err := p.setup(p.fixed(), turn).Position()
		if err != nil {
			return err
		}
		a, err := b.Build(ctx, proofgame.Request{Goal: goal})
		if err != nil {
			return err
		}
		if !a.Found {
			addf(&s.Wrong, "no game found to %v", goal.Setup())
			continue
		}
		p.games = append(p.games, Game{Goal: goal, Moves: a.Moves})
		addf(&s.Found, "  %v to move, a game of %d plies, replayed by two other programs:\n  %s", turn, len(a.Moves), a.Proof)
	}
	return nil
}
