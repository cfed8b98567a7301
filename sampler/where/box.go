package where

import (
	"slices"

	"chesscensus/chess"
	"chesscensus/sampler"
)

// A span is all whole numbers from lo to hi; none if lo is above hi.
type span struct{ lo, hi int }

// A box limits every field to a span. It stands for the positions that keep all limits.
type box [fields]span

// empty returns the first field with an empty span, and reports whether there is one.
func (b *box) empty() (f field, found bool) {
	for f := range fields {
		if b[f].lo > b[f].hi {
			return f, true
		}
	}
	return 0, false
}

// intersect returns the common part of two boxes, narrowed.
func (b box) intersect(c *box) box {
	for f := range fields {
		b.keep(f, c[f].lo, c[f].hi)
	}
	return b.narrow()
}

// hull returns the least box that holds both boxes, neither of which may be empty.
func (b box) hull(c *box) box {
	for f := range fields {
		b[f] = span{min(b[f].lo, c[f].lo), max(b[f].hi, c[f].hi)}
	}
	return b
}

// keep cuts the span of a field to the numbers from lo to hi.
func (b *box) keep(f field, lo, hi int) { b[f] = span{max(b[f].lo, lo), min(b[f].hi, hi)} }

// narrow returns the box cut by rules that every legal position keeps, until no rule cuts it further. So
// a legal position in the box is in the narrowed one as well.
func (b box) narrow() box {
	for {
		before := b
		if _, found := b.empty(); found {
			return b
		}
		for f := field(0); f < sided; f += 3 {
			b.sum(f)
		}
		for side := range field(3) {
			b.total(side)
		}
		b.army(chess.White)
		b.army(chess.Black)
		b.special()
		if b == before {
			return b
		}
	}
}

// sum cuts by both = white + black, where both is a count of the two sides together.
func (b *box) sum(both field) {
	white, black := both.of(chess.White), both.of(chess.Black)
	b.keep(both, b[white].lo+b[black].lo, b[white].hi+b[black].hi)
	b.keep(white, b[both].lo-b[black].hi, b[both].hi-b[black].lo)
	b.keep(black, b[both].lo-b[white].hi, b[both].hi-b[white].lo)
}

// total cuts by men = kings + sum of kinds, of both sides (0), of White (1) or of Black (2).
func (b *box) total(side field) {
	least, most := 1, 1
	if side == 0 {
		least, most = 2, 2
	}
	for _, k := range kinds {
		least, most = least+b[k+side].lo, most+b[k+side].hi
	}
	all := b[men+side]
	for _, k := range kinds {
		s := b[k+side]
		b.keep(k+side, all.lo-(most-s.hi), all.hi-(least-s.lo))
	}
	b.keep(men+side, least, most)
}

// army cuts by what holds of the men of a side. Officers beyond those at the start are promoted; of two bishops the second
// may be promoted, as both may stand on squares of one color. Pawns and promoted men are eight at most.
func (b *box) army(c chess.Color) {
	promotedMen, least, most := promotions.of(c), 0, 0
	for i, k := range kinds[1:] {
		s, home := b[k.of(c)], atHome[i]
		b.keep(k.of(c), 0, home+b[promotedMen].hi)
		least += max(0, s.lo-home)
		if k == bishops {
			home = 1
		}
		most += max(0, s.hi-home)
	}
	b.keep(promotedMen, least, min(most, 8-b[pawns.of(c)].lo))
	b.keep(pawns.of(c), 0, 8-b[promotedMen].lo)
}

// special cuts by what en passant and castling rights require.
func (b *box) special() {
	for c := chess.White; c <= chess.Black; c++ {
		if b[enPassant].lo == 1 { // the pawn that stepped and the one that may take it
			b.keep(pawns.of(c), 1, 8)
		}
		if b[pawns.of(c)].hi == 0 {
			b.keep(enPassant, 0, 0)
		}
		b.keep(rights.of(c), 0, min(2, b[rooks.of(c)].hi)) // each has a rook of its own
		b.keep(rooks.of(c), b[rights.of(c)].lo, natural[rooks.of(c)].hi)
	}
	if b[enPassant].lo == 1 { // the capture is legal
		b.keep(moves, 1, mostMoves)
	}
}

// tooManyChecks reports whether the box asks for more checks than there can be: each comes from a man, other than the king, of the
// side that is not to move. The rule is no part of [box.narrow]: limits that follow from checks would become limits of the space
// that is drawn from, and so change the draws of a seed.
func (b *box) tooManyChecks() bool {
	for c := chess.White; c <= chess.Black; c++ {
		mover := int(c.Other())
		if b[turn].lo <= mover && mover <= b[turn].hi && b[men.of(c)].hi > b[checkers].lo {
			return false // c may have so many men besides its king, and not be to move
		}
	}
	return true
}

// reportable lists the fields of which package sampler has a subject, in the order in which reduce drops redundant limits.
var reportable = func() (list []field) {
	list = append(list, pawns, men)
	for _, k := range append(slices.Clone(kinds[1:]), pawns) {
		list = append(list, k.of(chess.White), k.of(chess.Black))
	}
	return append(list, rights, enPassant, turn)
}()

// reduce returns the box with natural limits for fields that are not reportable, and without limits that follow from the others by narrow.
func (b *box) reduce() box {
	n := natural
	for _, f := range reportable {
		n[f] = b[f]
	}
	for _, f := range reportable {
		for _, loose := range []span{natural[f], {natural[f].lo, n[f].hi}, {n[f].lo, natural[f].hi}} {
			without := n
			without[f] = loose
			if without.narrow()[f] == b[f] {
				n = without
				break
			}
		}
	}
	return n
}

// subjects are the subjects of package sampler for fields other than the number of men of one kind and side.
var subjects = map[field]sampler.Subject{men: sampler.Men, pawns: sampler.Pawns, rights: sampler.CastlingRights, enPassant: sampler.EnPassant, turn: sampler.Turn}

// predicates returns the limits of the box on reportable fields, without those that are natural or follow from others.
func (b *box) predicates() (list []sampler.Predicate) {
	n := b.reduce()
	for _, f := range reportable {
		if n[f] == natural[f] {
			continue
		}
		if s, ok := n.subjectOf(f); ok {
			list = append(list, limits(s, n[f], natural[f]))
		}
	}
	return list
}

// subjectOf returns the subject of a reportable field. If both sides have the same upper limit and no lower one for a kind of men,
// it is the subject of either side, which more spaces know; ok is then false for the field of Black, as one predicate is enough.
func (b *box) subjectOf(f field) (s sampler.Subject, ok bool) {
	if s, ok := subjects[f]; ok {
		return s, true
	}
	side := f % 3
	kind := f - side
	i := slices.Index(kinds[:], kind)
	white, black := b[kind.of(chess.White)], b[kind.of(chess.Black)]
	if white == black && white.lo == 0 {
		return sampler.MostPawns + sampler.Subject(i), f == kind.of(chess.White)
	}
	return sampler.OfSide(chess.Color(side-1), roles[i]), true
}

// limits returns the predicate that a subject lies in the span in, omitting limits no tighter than those of all. A single number
// keeps its upper limit.
func limits(s sampler.Subject, in, all span) sampler.Predicate {
	p := sampler.Predicate{Subject: s, Least: in.lo, Most: in.hi}
	if in.lo <= all.lo {
		p.Least = 0
	}
	if in.hi >= all.hi && in.lo < in.hi {
		p.Most = unlimited
	}
	return p
}

// unlimited is an upper limit that no count exceeds, as in package sampler.
const unlimited = 64
