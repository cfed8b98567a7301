package where

import "chesscensus/chess"

// An operand is a count in a comparison of two: a field, or so many less it.
type operand struct {
	field field
	from  int // 0 for the field itself
}

func (o operand) value(v *view) (int, bool) {
	n, ok := v.number(o.field)
	if o.from > 0 {
		n = o.from - n
	}
	return n, ok
}

// A compared says that the difference of two counts, the first less the second, lies in a span.
type compared struct {
	first, second operand
	span
	outside bool // or that it does not
}

func (c compared) holds(v *view) bool {
	a, ok := c.first.value(v)
	b, known := c.second.value(v)
	d := a - b
	return ok && known && (c.lo <= d && d <= c.hi) != c.outside
}

// box excludes nothing.
func (c compared) box() box  { return natural }
func (c compared) not() node { c.outside = !c.outside; return c }
func (c compared) cost() int {
	return max(statement{field: c.first.field}.cost(), statement{field: c.second.field}.cost())
}

// A dead says that neither side can ever mate, as far as the men tell: kings with one knight, or with bishops on squares of one color, or alone.
type dead struct{ outside bool }

func (d dead) holds(v *view) bool {
	b := &v.setup.Board
	knights, bishops := b.Of(chess.Knight).Count(), b.Of(chess.Bishop)
	none := b.Of(chess.Pawn)|b.Of(chess.Rook)|b.Of(chess.Queen) == 0
	minors := bishops == 0 && knights <= 1 || knights == 0 && (bishops&chess.DarkSquares == 0 || bishops&^chess.DarkSquares == 0)
	return (none && minors) != d.outside
}

func (d dead) box() box {
	b := natural
	if !d.outside {
		for _, f := range []field{pawns, rooks, queens} {
			b.keep(f, 0, 0)
		}
		b.keep(knights, 0, 1)
	}
	return b.narrow()
}

func (d dead) not() node { d.outside = !d.outside; return d }
func (d dead) cost() int { return 0 }
