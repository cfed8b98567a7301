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
	// Draws counts the draws in the domain by phase: in the first phase those that it does not refute, in each later phase
	// those that it judges.
	Draws []uint64 `json:"draws"`
}

// Range returns the range that allows for chance and for undecided draws, see [stats.Range].
func (i *Item) Range() (lo, hi float64) { return stats.Range(i.Low, i.High) }

// figure returns the item with its range.
func (i *Item) figure() Figure {
	lo, hi := i.Range()
	return Figure{i.Low.Value, lo, hi}
}

// groups estimates the by-products. Every domain is estimated with the coefficients of the plan, and all draws outside
// the domain contribute 0 ([design.Design.Domain]). So an estimate is unbiased even if a phase leaves draws of the domain
// undecided and the next phase judges none of them, and domains that partition the positions add up to the total. The
// estimate of a rare domain may be below 0 by chance; intervals then begin at 0.
func (t *total) groups(ctx context.Context, d *design.Design, opt stats.Options) ([]Group, error) {
	b := builder{ctx: ctx, d: d, opt: opt, whole: t.all, cache: map[[2]*design.Sample]Item{}}
	men := t.values(shards.Men)
	slices.SortFunc(men, compareNumerically)
	b.beginGroup("men")
	for _, v := range men {
		b.addItem(v, t.domain(shards.Men, v))
	}
	b.beginGroup("captures")
	slices.Reverse(men)
	for _, v := range men {
		n, _ := strconv.Atoi(v)
		b.addItem(strconv.Itoa(32-n), t.domain(shards.Men, v))
	}
	t.addGroup(&b, "pawns", shards.Pawns)
	t.addGroup(&b, "promoted men, at least", shards.Promotions)
	t.addGroup(&b, "promoted men by kind alone, at least", shards.ByKind)
	b.beginGroup("castling rights")
	anyRight := design.NewSample(len(t.plan.Strata))
	rights := t.values(shards.Castling)
	slices.SortFunc(rights, compareNumerically)
	for _, v := range rights {
		if v != "-" {
			if err := anyRight.Merge(t.domain(shards.Castling, v)); err != nil {
				return nil, err
			}
		}
		b.addItem(v, t.domain(shards.Castling, v))
	}
	b.beginGroup("special")
	t.addSpecial(&b, "White to move", shards.Turn, chess.White.String())
	b.addItem("side to move in check", t.domain(shards.Check, shards.Yes))
	t.addSpecial(&b, "double check", shards.Double, shards.Yes)
	t.addSpecial(&b, "checkmate", shards.End, shards.Mate)
	t.addSpecial(&b, "stalemate", shards.End, shards.Stalemate)
	b.addItem("some castling right", anyRight)
	b.addItem("en passant possible", t.domain(shards.EnPassant, shards.Yes))
	b.addItem("no man needs to be promoted", t.domain(shards.Promotions, "0"))
	b.addItem("at most one queen a side", t.domain(shards.Queens, shards.Single))
	if len(t.plan.Phases) > 1 && t.plan.CountsDiagrams() {
		if err := t.addDiagrams(&b); err != nil {
			return nil, err
		}
	}
	return b.groups, b.err
}

// addGroup adds the group of a property, if the shards count it, by ascending value.
func (t *total) addGroup(b *builder, name, property string) {
	values := t.values(property)
	if len(values) == 0 {
		return
	}
	slices.SortFunc(values, compareNumerically)
	b.beginGroup(name)
	for _, v := range values {
		b.addItem(v, t.domain(property, v))
	}
}

// addSpecial adds a single value of a property, if the shards count it.
func (t *total) addSpecial(b *builder, name, property, value string) {
	if len(t.values(property)) > 0 {
		b.addItem(name, t.domain(property, value))
	}
}

// addDiagrams estimates the numbers of diagrams. The draws that stand for their diagrams are a sample of their own, which
// shares its first phase with the sample of all draws. The coefficient of its second phase is 0: that of the plan is for
// all legal positions, of which only a part stands for a diagram.
func (t *total) addDiagrams(b *builder) error {
	allDiagrams := t.domain(shards.Diagram, shards.Unpromoted).Clone()
	if err := allDiagrams.Merge(t.domain(shards.Diagram, shards.Promoted)); err != nil {
		return err
	}
	for h := range allDiagrams.Strata {
		if n, in := t.all.Strata[h].Draws(), allDiagrams.Strata[h].Draws(); in < n {
			allDiagrams.Strata[h].AddOut(n - in)
		}
	}
	d := *b.d
	if len(d.Known) > 0 {
		d.Known = append([]float64{0}, d.Known[1:]...)
	}
	b.d, b.whole = &d, allDiagrams
	b.beginGroup("distinct diagrams")
	b.addItem("all", allDiagrams)
	b.addItem("no man needs to be promoted", t.domain(shards.Diagram, shards.Unpromoted))
	return nil
}

// compareNumerically orders decimal numbers without leading zeros.
func compareNumerically(a, b string) int {
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
	cache  map[[2]*design.Sample]Item // by whole and domain: some domains are in two groups
}

func (b *builder) beginGroup(name string) { b.groups = append(b.groups, Group{Name: name}) }

// addItem estimates a domain and adds it to the current group.
func (b *builder) addItem(name string, domain *design.Sample) {
	if b.err == nil {
		b.err = b.ctx.Err()
	}
	if b.err != nil {
		return
	}
	item, ok := b.cache[[2]*design.Sample{b.whole, domain}]
	if !ok {
		r, err := b.d.Domain(b.whole, domain, b.opt)
		b.err = err
		for _, e := range []*stats.Estimate{&r.Low, &r.High} { // of a count
			e.Lo, e.Hi = max(e.Lo, 0), max(e.Hi, 0)
		}
		item = Item{Low: r.Low, High: r.High, Draws: drawsOf(domain, b.d.Phases)}
		b.cache[[2]*design.Sample{b.whole, domain}] = item
	}
	item.Value = name
	g := &b.groups[len(b.groups)-1]
	g.Items = append(g.Items, item)
}

// drawsOf counts the draws of a domain by phase: in the first phase those that pass, in each later phase all.
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
