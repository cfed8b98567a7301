package campaign

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"chesscensus/stats"
	"chesscensus/stats/design"
)

// A Group is a list of domains of legal positions.
type Group struct {
	Name  string `json:"name"`
	Items []Item `json:"items"`
}

// An Item is the number of legal positions, or of their diagrams, in a domain.
type Item struct {
	Value string         `json:"value"`
	Low   stats.Estimate `json:"low"`
	High  stats.Estimate `json:"high"`
	// Draws counts the draws in the domain behind the figure: in the first phase those that it leaves, in each later one
	// those that it judges.
	Draws []uint64 `json:"draws"`
}

// groups estimates the by-products. Every domain is estimated with the coefficients of the plan and with all
// other draws counted as contributing nothing ([design.Design.Domain]): that is unbiased also where a
// domain has survivors of a phase of which none is judged by the next, and domains that partition the positions
// add up to the whole. A rare domain may come out below 0 by chance; intervals then begin at 0.
func (t *Total) groups(ctx context.Context, d *design.Design, opt stats.Options) ([]Group, error) {
	b := builder{ctx: ctx, d: d, opt: opt, whole: t.all}
	men := t.values(Men)
	slices.SortFunc(men, numerically)
	b.begin("men")
	for _, v := range men {
		b.item(v, t.domain(Men, v))
	}
	b.begin("captures")
	slices.Reverse(men)
	for _, v := range men {
		n, _ := strconv.Atoi(v)
		b.item(strconv.Itoa(32-n), t.domain(Men, v))
	}
	promotions := t.values(Promotions)
	slices.SortFunc(promotions, numerically)
	b.begin("promoted men, at least")
	for _, v := range promotions {
		b.item(v, t.domain(Promotions, v))
	}
	b.begin("castling rights")
	some := design.NewSample(len(t.plan.Strata))
	rights := t.values(Castling)
	slices.SortFunc(rights, numerically)
	for _, v := range rights {
		if v != "-" {
			if err := some.Merge(t.domain(Castling, v)); err != nil {
				return nil, err
			}
		}
		b.item(v, t.domain(Castling, v))
	}
	b.begin("special")
	b.item("side to move in check", t.domain(Check, Yes))
	b.item("some castling right", some)
	b.item("en passant possible", t.domain(EnPassant, Yes))
	b.item("no man needs to be promoted", t.domain(Promotions, "0"))
	b.item("at most one queen a side", t.domain(Queens, Single))
	if len(t.plan.Phases) > 1 {
		if err := t.diagrams(&b); err != nil {
			return nil, err
		}
	}
	return b.groups, b.err
}

// diagrams estimates the numbers of diagrams. Those who stand for their diagrams are a sample of their own, which
// shares its first phase with that of all draws. Its coefficient of the second phase is 0: the plan's is
// that of positions, of which fewer stand for a diagram than are legal.
func (t *Total) diagrams(b *builder) error {
	all := t.domain(Diagram, Unpromoted).Clone()
	if err := all.Merge(t.domain(Diagram, Promoted)); err != nil {
		return err
	}
	for h := range all.Strata {
		if n, in := t.all.Strata[h].Draws(), all.Strata[h].Draws(); in < n {
			all.Strata[h].AddOut(n - in)
		}
	}
	d := *b.d
	if len(d.Known) > 0 {
		d.Known = append([]float64{0}, d.Known[1:]...)
	}
	b.d, b.whole = &d, all
	b.begin("distinct diagrams")
	b.item("all", all)
	b.item("no man needs to be promoted", t.domain(Diagram, Unpromoted))
	return nil
}

func numerically(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

// A builder collects groups until the first error.
type builder struct {
	ctx    context.Context
	d      *design.Design
	opt    stats.Options
	whole  *design.Sample
	groups []Group
	err    error
}

func (b *builder) begin(name string) { b.groups = append(b.groups, Group{Name: name}) }

func (b *builder) item(name string, domain *design.Sample) {
	if b.err == nil {
		b.err = b.ctx.Err()
	}
	if b.err != nil {
		return
	}
	r, err := b.d.Domain(b.whole, domain, b.opt)
	b.err = err
	for _, e := range []*stats.Estimate{&r.Low, &r.High} { // of a count
		e.Lo, e.Hi = max(e.Lo, 0), max(e.Hi, 0)
	}
	g := &b.groups[len(b.groups)-1]
	g.Items = append(g.Items, Item{name, r.Low, r.High, drawsOf(domain, b.d.Phases)})
}

// drawsOf counts the draws of a domain by phase: in the first those that pass, in each later one all.
func drawsOf(s *design.Sample, phases int) []uint64 {
	n := make([]uint64, phases)
	for h := range s.Strata {
		node := &s.Strata[h]
		n[0] += node.Count(stats.Open) + node.Count(stats.In)
		for k := 1; k < phases; k++ {
			node = node.Child(0)
			n[k] += node.Draws()
		}
	}
	return n
}
