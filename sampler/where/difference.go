package where

// An operand is one of two counts that are compared: the value of field, or minuend less that value if minuend >
// 0. So captures are 16 or 32 less the men that are left.
type operand struct {
	field   field
	minuend int // 0 for the field itself
}

// within returns the statement that the operand lies in a span.
func (o operand) within(s span) statement {
	if o.minuend > 0 {
		s = span{o.minuend - s.hi, o.minuend - s.lo}
	}
	return statement{o.field, s}
}

// value returns the value of the operand. The result is false if the setup has none, because it is not valid.
func (o operand) value(e *evaluator) (int, bool) {
	n, ok := e.value(o.field)
	if o.minuend > 0 {
		n = o.minuend - n
	}
	return n, ok
}

// A difference is the condition that first - second lies in a span or, if negated, that it does not. It holds for
// no setup in which one of the two has no value.
type difference struct {
	first, second operand
	span
	negated bool
}

func (d difference) holds(e *evaluator) bool {
	a, ok := d.first.value(e)
	b, ok2 := d.second.value(e)
	n := a - b
	return ok && ok2 && (d.lo <= n && n <= d.hi) != d.negated
}

// box returns the largest box: a difference limits no field by itself.
func (d difference) box() box { return natural }

func (d difference) not() node {
	d.negated = !d.negated
	return d
}

// cost returns the cost of the more expensive operand.
func (d difference) cost() int {
	return max(statement{field: d.first.field}.cost(), statement{field: d.second.field}.cost())
}
