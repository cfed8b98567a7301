package report

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"chesscensus/chess"
	"chesscensus/stats"
	"chesscensus/stats/design"
	"chesscensus/survey/internal/shards"
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

// Range allows for chance and for undecided draws, see [stats.Range].
func (i *Item) Range() (lo, hi float64) { return stats.Range(i.Low, i.High) }

// figure is the item with its range.
func (i *Item) figure() Figure {
	lo, hi := i.Range()
	return Figure{i.Low.Value, lo, hi}
}

// groups estimates the by-products. Every domain is estimated with the coefficients of the plan and with all
// other draws counted as contributing nothing ([design.Design.Domain]): that is unbiased also where a
// domain has survivors of a phase of which none is judged by the next, and domains that partition the positions
// add up to the whole. A rare domain may come out below 0 by chance; intervals then begin at 0.
func (t *total) groups(ctx context.Context, d *design.Design, opt stats.Options) ([]Group, error) {
	b := builder{ctx: ctx, d: d, opt: opt, whole: t.all, done: map[[2]*design.Sample]Item{}}
	men := t.values(shards.Men)
	slices.SortFunc(men, numerically)
	b.begin("men")
	for _, v := range men {
		b.item(v, t.domain(shards.Men, v))
	}
	b.begin("captures")
	slices.Reverse(men)
	for _, v := range men {
		n, _ := strconv.Atoi(v)
		b.item(strconv.Itoa(32-n), t.domain(shards.Men, v))
	}
	t.group(&b, "pawns", shards.Pawns)
	t.group(&b, "promoted men, at least", shards.Promotions)
	t.group(&b, "promoted men by kind alone, at least", shards.ByKind)
	b.begin("castling rights")
	some := design.NewSample(len(t.plan.Strata))
	rights := t.values(shards.Castling)
	slices.SortFunc(rights, numerically)
	for _, v := range rights {
		if v != "-" {
			if err := some.Merge(t.domain(shards.Castling, v)); err != nil {
				return nil, err
			}
		}
		b.item(v, t.domain(shards.Castling, v))
	}
	b.begin("special")
	t.special(&b, "White to move", shards.Turn, chess.White.String())
	b.item("side to move in check", t.domain(shards.Check, shards.Yes))
	t.special(&b, "double check", shards.Double, shards.Yes)
	t.special(&b, "checkmate", shards.End, shards.Mate)
	t.special(&b, "stalemate", shards.End, shards.Stalemate)
	b.item("some castling right", some)
	b.item("en passant possible", t.domain(shards.EnPassant, shards.Yes))
	b.item("no man needs to be promoted", t.domain(shards.Promotions, "0"))
	b.item("at most one queen a side", t.domain(shards.Queens, shards.Single))
	if len(t.plan.Phases) > 1 && t.plan.CountsDiagrams() {
		if err := t.diagrams(&b); err != nil {
			return nil, err
		}
	}
	return b.groups, b.err
}

// group adds the group of a property, if the shards count it, by ascending value.
func (t *total) group(b *builder, name, property string) {
	values := t.values(property)
	if len(values) == 0 {
		return
	}
	slices.SortFunc(values, numerically)
	b.begin(name)
	for _, v := range values {
		b.item(v, t.domain(property, v))
	}
}

// special adds a single value of a property, if the shards count it.
func (t *total) special(b *builder, name, property, value string) {
	if len(t.values(property)) > 0 {
		b.item(name, t.domain(property, value))
	}
}

// diagrams estimates the numbers of diagrams. Those who stand for their diagrams are a sample of their own, which
// shares its first phase with that of all draws. Its coefficient of the second phase is 0: the plan's is
// that of positions, of which fewer stand for a diagram than are legal.
func (t *total) diagrams(b *builder) error {
	all := t.domain(shards.Diagram, shards.Unpromoted).Clone()
	if err := all.Merge(t.domain(shards.Diagram, shards.Promoted)); err != nil {
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
	b.item("no man needs to be promoted", t.domain(shards.Diagram, shards.Unpromoted))
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
	done   map[[2]*design.Sample]Item // by whole and domain: some domains are in two groups
}

func (b *builder) begin(name string) { b.groups = append(b.groups, Group{Name: name}) }

func (b *builder) item(name string, domain *design.Sample) {
	if b.err == nil {
		b.err = b.ctx.Err()
	}
	if b.err != nil {
		return
	}
	item, ok := b.done[[2]*design.Sample{b.whole, domain}]
	if !ok {
		r, err := b.d.Domain(b.whole, domain, b.opt)
		b.err = err
		for _, e := range []*stats.Estimate{&r.Low, &r.High} { // of a count
			e.Lo, e.Hi = max(e.Lo, 0), max(e.Hi, 0)
		}
		item = Item{Low: r.Low, High: r.High, Draws: drawsOf(domain, b.d.Phases)}
		b.done[[2]*design.Sample{b.whole, domain}] = item
	}
	item.Value = name
	g := &b.groups[len(b.groups)-1]
	g.Items = append(g.Items, item)
}

// drawsOf counts the draws of a domain by phase: in the first those that pass, in each later one all.
func drawsOf(s *design.Sample, phases int) []uint64 {
	n := make([]uint64, phases)
	for h := range s.Strata {
		first := &s.Strata[h]
		n[0] += first.Count(stats.Open) + first.Count(stats.In)
		for k := 1; k < phases; k++ {
			for _, node := range first.Below(k) {
				n[k] += node.Draws()
			}
		}
	}
	return n
}
