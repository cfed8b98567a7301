package where

import (
	"errors"
	"fmt"
	"slices"

	"chesscensus/chess"
	"chesscensus/sampler"
)

// A Condition is a condition on positions. The zero value holds of everything.
type Condition struct {
	root node
	text string
	box  box
}

// ErrNothing is wrapped by the error of [Parse] for a condition that no position can satisfy.
var ErrNothing = errors.New("no position satisfies the condition")

// Parse reads a condition; see the package documentation for the language. The empty text is the condition that
// always holds. The error is a [*SyntaxError], or wraps [ErrNothing] if counts alone show that nothing satisfies it.
func Parse(text string) (Condition, error) {
	root, err := parse(text)
	if err != nil || root == nil {
		return Condition{}, err
	}
	c := Condition{root: root, text: text, box: root.box()}
	if f, none := c.box.empty(); none && f == turn {
		return c, fmt.Errorf("%w: both sides would have to be to move", ErrNothing)
	} else if none {
		return c, fmt.Errorf("%w: %v would have to be at least %d and at most %d", ErrNothing, f, c.box[f].lo, c.box[f].hi)
	}
	if c.box.tooManyChecks() {
		return c, fmt.Errorf("%w: nobody is there to give check", ErrNothing)
	}
	return c, nil
}

// String is the text that was read.
func (c Condition) String() string { return c.text }

// Holds reports whether the condition holds of a setup. Checkers and moves are those of a position: where
// the setup is none (Setup.Position), no statement about them holds, nor does its contrary. It takes some 20 ns where counts suffice,
// and a microsecond where legal moves are asked for. It does not allocate.
func (c Condition) Holds(s *chess.Setup) bool {
	if c.root == nil {
		return true
	}
	v := view{setup: s}
	return c.root.holds(&v)
}

// Predicates are limits on counts that every position with the condition keeps, for [sampler.RestrictTo].
// They exclude nothing that satisfies the condition, but need not imply it.
func (c Condition) Predicates() []sampler.Predicate {
	if c.root == nil {
		return nil
	}
	return c.box.predicates()
}

// A node is a part of a condition.
type node interface {
	holds(v *view) bool
	box() box
	not() node
	cost() int // more for what takes longer
}

// A statement says that a field lies in a span.
type statement struct {
	field field
	span
}

func (s statement) holds(v *view) bool {
	n, ok := v.number(s.field)
	return ok && s.lo <= n && n <= s.hi
}

func (s statement) box() box {
	b := natural
	b.keep(s.field, s.lo, s.hi)
	return b.narrow()
}

func (s statement) not() node {
	n := natural[s.field]
	below, above := statement{s.field, span{n.lo, s.lo - 1}}, statement{s.field, span{s.hi + 1, n.hi}}
	switch {
	case below.lo > below.hi:
		return above
	case above.lo > above.hi:
		return below
	}
	return either{below, above}
}

func (s statement) cost() int {
	switch s.field {
	case moves:
		return 3
	case checkers:
		return 2
	case promotions, promotions + 1, promotions + 2:
		return 1
	}
	return 0
}

// All of them, which are at least one. The cheapest is asked first.
type every []node

func (l every) holds(v *view) bool {
	for _, n := range l {
		if !n.holds(v) {
			return false
		}
	}
	return true
}

// box is the common part.
func (l every) box() box {
	b := natural
	for _, n := range l {
		c := n.box()
		b = b.intersect(&c)
	}
	return b
}

func (l every) not() node { return either(negated(l)) }
func (l every) cost() int { return costliest(l) }

// Either of them, which are at least one.
type either []node

func (l either) holds(v *view) bool {
	for _, n := range l {
		if n.holds(v) {
			return true
		}
	}
	return false
}

// box is the least around those of the parts that are not empty; if all are, that of the first.
func (l either) box() box {
	var b box
	found := false
	for i, n := range l {
		c := n.box()
		switch _, none := c.empty(); {
		case none && i == 0:
			b = c
		case none:
		case !found:
			b, found = c, true
		default:
			b = b.hull(&c)
		}
	}
	return b
}

func (l either) not() node { return every(negated(l)) }
func (l either) cost() int { return costliest(l) }

func negated(l []node) (list []node) {
	for _, n := range l {
		list = append(list, n.not())
	}
	return byCost(list)
}

func costliest(l []node) (c int) {
	for _, n := range l {
		c = max(c, n.cost())
	}
	return c
}

// byCost sorts parts, the cheapest first. What holds of a setup does not depend on the order.
func byCost(l []node) []node {
	slices.SortStableFunc(l, func(a, b node) int { return a.cost() - b.cost() })
	return l
}
