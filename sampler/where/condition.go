package where

import (
	"errors"
	"fmt"
	"slices"

	"chesscensus/chess"
	"chesscensus/sampler"
)

// A Condition is a condition on positions. The zero value holds for every setup.
type Condition struct {
	root node // nil for the condition that always holds
	text string
	box  box
}

// ErrNothing is wrapped by the error of [Parse] for a condition that no position can satisfy.
var ErrNothing = errors.New("no position satisfies the condition")

// Parse parses a condition; see the package documentation for the language. The empty text is the condition that
// always holds. The error is a [*SyntaxError], or wraps [ErrNothing] if counts alone show that no position
// satisfies the condition.
func Parse(text string) (Condition, error) {
	root, err := parse(text)
	if err != nil || root == nil {
		return Condition{}, err
	}
	c := Condition{root: root, text: text, box: root.box()}
	if f, none := c.box.emptyField(); none && f == turn {
		return c, fmt.Errorf("%w: both sides would have to be to move", ErrNothing)
	} else if none {
		return c, fmt.Errorf("%w: %v would have to be at least %d and at most %d", ErrNothing, f, c.box[f].lo, c.box[f].hi)
	}
	if c.box.tooManyChecks() {
		return c, fmt.Errorf("%w: nobody is there to give check", ErrNothing)
	}
	return c, nil
}

// String returns the text of the condition.
func (c Condition) String() string { return c.text }

// Holds reports whether the condition holds for a setup. If the setup is not a position (Setup.Position), no
// statement about checkers and moves holds, nor does its negation. Holds takes some 20 ns if counts suffice, and
// a microsecond if legal moves are needed. It does not allocate.
func (c Condition) Holds(s *chess.Setup) bool {
	if c.root == nil {
		return true
	}
	e := evaluator{setup: s}
	return c.root.holds(&e)
}

// Predicates returns limits on counts that every position with the condition keeps, for [sampler.RestrictTo].
// They exclude no position that satisfies the condition, but need not imply it.
func (c Condition) Predicates() []sampler.Predicate {
	if c.root == nil {
		return nil
	}
	return c.box.predicates()
}

// A node is a part of a condition.
type node interface {
	holds(e *evaluator) bool // the part holds for the setup
	box() box                // a box with all positions for which the part holds
	not() node               // the negation
	cost() int               // larger for parts that take longer to evaluate
}

// A statement is the condition that a field lies in a span.
type statement struct {
	field field
	span
}

func (s statement) holds(e *evaluator) bool {
	n, ok := e.value(s.field)
	return ok && s.lo <= n && n <= s.hi
}

func (s statement) box() box {
	b := natural
	b.clip(s.field, s.lo, s.hi)
	return b.narrow()
}

// not returns the condition that the field lies below the span or above it.
func (s statement) not() node {
	limits := natural[s.field]
	below, above := statement{s.field, span{limits.lo, s.lo - 1}}, statement{s.field, span{s.hi + 1, limits.hi}}
	switch {
	case below.lo > below.hi:
		return above
	case above.lo > above.hi:
		return below
	}
	return anyOf{below, above}
}

// cost returns 3 for the number of legal moves, 2 for checkers, 1 for promotions, which take several counts, and 0 for other fields.
func (s statement) cost() int {
	switch s.field {
	case moves:
		return 3
	case checkers:
		return 2
	case promotions, promotions.ofSide(chess.White), promotions.ofSide(chess.Black):
		return 1
	}
	return 0
}

// An allOf holds if all its parts hold, of which there is at least one. The cheapest is evaluated first.
type allOf []node

func (l allOf) holds(e *evaluator) bool {
	for _, n := range l {
		if !n.holds(e) {
			return false
		}
	}
	return true
}

// box returns the common part of the boxes.
func (l allOf) box() box {
	b := natural
	for _, n := range l {
		c := n.box()
		b = b.intersect(&c)
	}
	return b
}

func (l allOf) not() node { return anyOf(negateAll(l)) }
func (l allOf) cost() int { return maxCost(l) }

// An anyOf holds if one of its parts holds, of which there is at least one.
type anyOf []node

func (l anyOf) holds(e *evaluator) bool {
	for _, n := range l {
		if n.holds(e) {
			return true
		}
	}
	return false
}

// box returns the least box around those of the parts that are not empty. If all are empty it is that of the
// first part.
func (l anyOf) box() box {
	var b box
	found := false
	for i, n := range l {
		c := n.box()
		switch _, none := c.emptyField(); {
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

func (l anyOf) not() node { return allOf(negateAll(l)) }
func (l anyOf) cost() int { return maxCost(l) }

// negateAll returns the negations of parts, in the same order, since a negation costs as much as the part.
func negateAll(l []node) (list []node) {
	for _, n := range l {
		list = append(list, n.not())
	}
	return list
}

// maxCost returns the cost of the most expensive part.
func maxCost(l []node) (c int) {
	for _, n := range l {
		c = max(c, n.cost())
	}
	return c
}

// sortByCost sorts parts, the cheapest first, which does not change the setups for which they hold.
func sortByCost(l []node) []node {
	slices.SortStableFunc(l, func(a, b node) int { return a.cost() - b.cost() })
	return l
}
