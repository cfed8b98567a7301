package where

// An operand is one of the two counts that a comparison is of: the value of field, or minuend less that value if minuend > 0.
// So captures are 16 or 32 less the men that are left.
type operand struct {
	field   field
	minuend int // 0 for the field itself
}

// value returns the operand's value; false if the setup has none, as it is not valid.
func (o operand) value(v *view) (int, bool) {
	n, ok := v.number(o.field)
	if o.minuend > 0 {
		n = o.minuend - n
	}
	return n, ok
}

// A difference says that first - second lies in a span, or, if negated, that it does not. It holds for no setup in which
// one of them has no value.
type difference struct {
	first, second operand
	span
	negated bool
}

func (d difference) holds(v *view) bool {
	a, ok := d.first.value(v)
	b, ok2 := d.second.value(v)
	n := a - b
	return ok && ok2 && (d.lo <= n && n <= d.hi) != d.negated
}

// box returns the largest box: a difference limits no field by itself.
func (d difference) box() box { return natural }

func (d difference) not() node {
	d.negated = !d.negated
	return d
}

// cost returns that of the more expensive operand.
func (d difference) cost() int {
	return max(statement{field: d.first.field}.cost(), statement{field: d.second.field}.cost())
}
