package sat

import (
	"context"

	"chesscensus/chess"
)

// Options says how a claim is proven. The zero value is the default.
type Options struct {
	// Cubes is in how many parts the question is asked: 1, 64 (for each square of the black
	// king, the default for 3 men) or 4096 (for each of both kings, the default for more).
	Cubes int
	// Progress, if not nil, is called with the number of parts that are done.
	Progress func(done, parts int)

	steps func(chess.Role) ([]vector, bool) // nil for those of chess
}

func (o *Options) rules() *rules {
	r := newRules()
	if o.steps != nil {
		r.steps = o.steps
	}
	return r
}

// A Proof is what came of a claim for the positions with one side to move in P.
type Proof struct {
	Claim *Claim
	Turn  chess.Color // in P
	// Proven says that there is no counterexample. Otherwise Counterexample
	// has P0, ..., PGiven.
	Proven         bool
	Counterexample []Placement
	// Patterns are the ways back that were needed: in every position that the claim speaks of at
	// least one of them is open and leads closer. Formula says of a position that it is
	// one the claim speaks of and that none is open; it has no model if Proven.
	Patterns []Pattern
	Formula  *Formula
	// Cubes are the parts of the question, as assumptions for the formula.
	Cubes [][]int
	// Calls is the number of questions to solvers.
	Calls int
}

// Prove decides the claim for the positions P with the given side to move.
//
// The negation says of a position that none of tens of thousands of ways back is open.
// Instead of writing all of them down, Prove begins with none and asks for a position. A second formula,
// with variables for every step, is asked for a way back from there. If there is none, the
// position is a counterexample. Otherwise the way, as vectors without squares, is forbidden in
// the first formula as well, and so on until it has no model. Every answer counts as found: a
// position is asked about only once, and there are finitely many ways.
func Prove(ctx context.Context, c *Claim, turn chess.Color, o Options) (*Proof, error) {
	if o.Cubes == 0 {
		o.Cubes = casesOf(c.Material)
	}
	outer, inner := newOuter(c, turn, o), witnesses(c, turn, o)
	p := &Proof{Claim: c, Turn: turn, Proven: true, Formula: &outer.Formula, Cubes: outer.cubes(o.Cubes)}
	for left := p.Cubes; len(left) > 0; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p.Calls++
		if !outer.ask(left[0]...) {
			left = left[1:]
			if o.Progress != nil {
				o.Progress(len(p.Cubes)-len(left), len(p.Cubes))
			}
			continue
		}
		subject := outer.placement(outer.solver, outer.chain.at[c.From], outer.chain.turn[c.From])
		pattern, ok := inner.find(&subject, p)
		if !ok {
			p.Proven = false
			for i, at := range outer.chain.at {
				p.Counterexample = append(p.Counterexample, outer.placement(outer.solver, at, outer.chain.turn[i]))
			}
			break
		}
		p.Patterns = append(p.Patterns, pattern)
		outer.forbid(pattern)
	}
	return p, nil
}

// casesOf is in how many parts a question is asked by default.
func casesOf(m *Material) int {
	if len(m.Men) > 3 {
		return 4096
	}
	return 64
}

// a formulation is a formula that grows, with the solver that has its clauses.
type formulation struct {
	*rules
	claim  *Claim
	chain  *chain
	scale  scale
	solver *solver
	given  int // clauses that the solver has
}

func (f *formulation) ask(assume ...int) bool {
	f.solver.Add(f.Clauses[f.given:])
	f.given = len(f.Clauses)
	return f.solver.Solve(assume...)
}

// An outer formula has the counterexamples as models, and positions for which no way
// back is known yet.
type outer struct{ formulation }

func newOuter(c *Claim, turn chess.Color, o Options) *outer {
	f := &outer{formulation{rules: o.rules(), claim: c, solver: newSolver()}}
	if c.From%2 == 1 {
		turn = turn.Other() // in P0
	}
	if c.Given%2 == 1 {
		turn = turn.Other() // in PGiven
	}
	f.chain = f.rules.chain(c.Material, c.Given, turn, false)
	for _, at := range f.chain.at {
		for _, p := range at { // so that models can be read
			for i := range 8 {
				f.need(p.file[i])
				f.need(p.row[i])
				f.need(p.file[i].not())
				f.need(p.row[i].not())
			}
		}
	}
	if c.Measure != nil {
		f.scale = c.Measure.scale(c.Material)
		if !c.AtTarget {
			f.assert(f.total(f.scale, f.subject()).atMost(0, 0).not())
		}
	}
	return f
}

// cubes returns assumptions for the parts of the question. What is learned in one part
// serves the next.
func (f *outer) cubes(n int) [][]int {
	list := [][]int{nil}
	for _, c := range []chess.Color{chess.Black, chess.White} {
		if len(list) >= n {
			break
		}
		king := f.subject()[f.claim.Material.king(c)]
		var next [][]int
		for _, cube := range list {
			for sq := range 64 {
				next = append(next, append(cube[:len(cube):len(cube)], f.need(king.file[sq&7]), f.need(king.row[sq>>3])))
			}
		}
		list = next
	}
	return list
}

func (f *outer) subject() []place { return f.chain.at[f.claim.From] }

// forbid says that the way is not open in P, or does not lead closer.
func (f *outer) forbid(p Pattern) { f.assert(f.way(p).not()) }

// way says that the way is open in P and leads closer.
func (f *outer) way(p Pattern) lit {
	turn := f.chain.turn[f.claim.From]
	w := f.newWay(f.claim.Material, f.subject(), turn)
	for i, u := range p {
		w.back(u, f.claim.Lawless)
		if i+1 == len(p)-f.claim.Tail && f.scale != nil {
			w.all = append(w.all, f.closer(f.scale, f.subject(), w.at))
		}
	}
	return f.and(w.all...)
}

// An inner formula finds a way back from a position that is assumed.
type inner struct {
	formulation
	total *total
}

// witnesses makes one inner formula, or two if the claim allows longer ways.
func witnesses(c *Claim, turn chess.Color, o Options) finder {
	list := finder{newInner(c, turn, o)}
	if c.Longer > 0 {
		longer := *c
		longer.Plies += c.Longer
		list = append(list, newInner(&longer, turn, o))
	}
	return list
}

// A finder asks one inner formula after the other.
type finder []*inner

func (l finder) find(from *Placement, p *Proof) (Pattern, bool) {
	for _, f := range l {
		p.Calls++
		if pattern, ok := f.find(from); ok {
			return pattern, true
		}
	}
	return nil, false
}

func newInner(c *Claim, turn chess.Color, o Options) *inner {
	f := &inner{formulation: formulation{rules: o.rules(), claim: c, solver: newSolver()}}
	last := turn
	if c.length()%2 == 1 {
		last = turn.Other()
	}
	f.chain = f.rules.chain(c.Material, c.length(), last, c.Lawless)
	if c.Measure != nil {
		f.scale = c.Measure.scale(c.Material)
		f.total = f.rules.total(f.scale, f.chain.at[c.Plies])
	}
	return f
}

// find returns a way back from a position, if there is one.
func (f *inner) find(from *Placement) (Pattern, bool) {
	var assume []int
	for i, p := range f.chain.at[0] {
		assume = append(assume, f.need(p.file[from.At[i]&7]), f.need(p.row[from.At[i]>>3]))
	}
	if f.total != nil {
		assume = append(assume, f.need(f.total.atMost(0, f.scale.of(from)-1)))
	}
	if !f.ask(assume...) {
		return nil, false
	}
	var pattern Pattern
	at := *from
	for i := 1; i < len(f.chain.at); i++ {
		next := f.placement(f.solver, f.chain.at[i], f.chain.turn[i])
		for j := range f.claim.Material.Men {
			if a, b := at.At[j], next.At[j]; a != b {
				pattern = append(pattern, Unmove{j, int(b&7) - int(a&7), int(b>>3) - int(a>>3)})
			}
		}
		at = next
	}
	return pattern, true
}
