package where

import (
	"slices"

	"chesscensus/chess"
	"chesscensus/sampler"
)

// A span is the set of whole numbers from lo to hi. It is empty if lo > hi.
type span struct{ lo, hi int }

// A box limits every field to a span. It stands for the positions that keep all limits.
type box [fields]span

// emptyField returns the first field with an empty span; found is false if there is none.
func (b *box) emptyField() (f field, found bool) {
	for f := range fields {
		if b[f].lo > b[f].hi {
			return f, true
		}
	}
	return 0, false
}

// intersect returns the narrowed common part of two boxes.
func (b box) intersect(c *box) box {
	for f := range fields {
		b.clip(f, c[f].lo, c[f].hi)
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

// clip limits the span of a field to the numbers from lo to hi.
func (b *box) clip(f field, lo, hi int) { b[f] = span{max(b[f].lo, lo), min(b[f].hi, hi)} }

// narrow applies rules that hold for every legal position until none of them changes the box, and returns the
// box. So every legal position in the box is in the narrowed one as well.
func (b box) narrow() box {
	for {
		before := b
		if _, found := b.emptyField(); found {
			return b
		}
		for f := field(0); f < firstUnsided; f += 3 {
			b.narrowSum(f)
		}
		for side := range field(3) {
			b.narrowTotal(side)
		}
		b.narrowArmy(chess.White)
		b.narrowArmy(chess.Black)
		b.narrowRights()
		if b == before {
			return b
		}
	}
}

// narrowSum applies both = white + black, where both is a count of the two sides together.
func (b *box) narrowSum(both field) {
	white, black := both.ofSide(chess.White), both.ofSide(chess.Black)
	b.clip(both, b[white].lo+b[black].lo, b[white].hi+b[black].hi)
	b.clip(white, b[both].lo-b[black].hi, b[both].hi-b[black].lo)
	b.clip(black, b[both].lo-b[white].hi, b[both].hi-b[white].lo)
}

// narrowTotal applies men = kings + sum of kinds, for both sides together (0), White (1) or Black (2).
func (b *box) narrowTotal(side field) {
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
		b.clip(k+side, all.lo-(most-s.hi), all.hi-(least-s.lo))
	}
	b.clip(men+side, least, most)
}

// narrowArmy applies rules about the men of a side. Officers beyond the initial numbers are promoted. The second bishop
// may also be promoted, since both may stand on squares of one color. Pawns and promoted men are at most eight.
func (b *box) narrowArmy(c chess.Color) {
	promotedMen, least, most := promotions.ofSide(c), 0, 0
	for i, k := range kinds[1:] {
		s, home := b[k.ofSide(c)], initialCounts[i]
		b.clip(k.ofSide(c), 0, home+b[promotedMen].hi)
		least += max(0, s.lo-home)
		if k == bishops {
			home = 1
		}
		most += max(0, s.hi-home)
	}
	b.clip(promotedMen, least, min(most, 8-b[pawns.ofSide(c)].lo))
	b.clip(pawns.ofSide(c), 0, 8-b[promotedMen].lo)
}

// narrowRights applies the rules about en passant squares and castling rights.
func (b *box) narrowRights() {
	for c := chess.White; c <= chess.Black; c++ {
		if b[enPassant].lo == 1 { // the pawn that made the double step, and the capturer
			b.clip(pawns.ofSide(c), 1, 8)
		}
		if b[pawns.ofSide(c)].hi == 0 {
			b.clip(enPassant, 0, 0)
		}
		b.clip(rights.ofSide(c), 0, min(2, b[rooks.ofSide(c)].hi)) // each right has a rook of its own
		b.clip(rooks.ofSide(c), b[rights.ofSide(c)].lo, natural[rooks.ofSide(c)].hi)
	}
	if b[enPassant].lo == 1 { // the capture is legal
		b.clip(moves, 1, mostMoves)
	}
}

// tooManyChecks reports whether the box requires more checkers than there can be: each is a man, other than
// the king, of the side that is not to move. The rule is not part of [box.narrow], because limits that follow
// from it would become limits of the space of draws, and so change the draws of a seed.
func (b *box) tooManyChecks() bool {
	for c := chess.White; c <= chess.Black; c++ {
		mover := int(c.Other())
		if b[turn].lo <= mover && mover <= b[turn].hi && b[men.ofSide(c)].hi > b[checkers].lo {
			return false // color c may have enough men besides its king, with the other side to move
		}
	}
	return true
}

// reportable lists the fields that are subjects of package sampler, in the order in which dropRedundant drops limits.
var reportable = func() (list []field) {
	list = append(list, pawns, men)
	for _, k := range append(slices.Clone(kinds[1:]), pawns) {
		list = append(list, k.ofSide(chess.White), k.ofSide(chess.Black))
	}
	return append(list, rights, enPassant, turn)
}()

// dropRedundant returns the box with natural limits for fields that are not reportable, and for limits that
// follow from the others by narrow.
func (b *box) dropRedundant() box {
	reduced := natural
	for _, f := range reportable {
		reduced[f] = b[f]
	}
	for _, f := range reportable {
		for _, loose := range []span{natural[f], {natural[f].lo, reduced[f].hi}, {reduced[f].lo, natural[f].hi}} {
			without := reduced
			without[f] = loose
			if without.narrow()[f] == b[f] {
				reduced = without
				break
			}
		}
	}
	return reduced
}

// subjects holds the subjects of package sampler for fields other than the number of men of one kind and side.
var subjects = map[field]sampler.Subject{men: sampler.Men, pawns: sampler.Pawns, rights: sampler.CastlingRights,
	enPassant: sampler.EnPassant, turn: sampler.Turn}

// predicates returns the limits of the box on reportable fields, without those that are natural or follow from others.
func (b *box) predicates() (list []sampler.Predicate) {
	reduced := b.dropRedundant()
	for _, f := range reportable {
		if reduced[f] == natural[f] {
			continue
		}
		if s, ok := reduced.subjectOf(f); ok {
			list = append(list, predicateOf(s, reduced[f], natural[f]))
		}
	}
	return list
}

// subjectOf returns the subject of a reportable field. If both sides have the same upper limit and no lower one
// for a kind of men, the subject is the larger number of the two sides, which more spaces know. Then ok is
// false for the field of Black, since one predicate is enough.
func (b *box) subjectOf(f field) (s sampler.Subject, ok bool) {
	if s, ok := subjects[f]; ok {
		return s, true
	}
	side := f % 3
	kind := f - side
	i := slices.Index(kinds[:], kind)
	white, black := b[kind.ofSide(chess.White)], b[kind.ofSide(chess.Black)]
	if white == black && white.lo == 0 {
		return sampler.MostPawns + sampler.Subject(i), f == kind.ofSide(chess.White)
	}
	return sampler.OfSide(chess.Color(side-1), roles[i]), true
}

// predicateOf returns the predicate that a subject lies in the span limit. It omits limits that are not
// tighter than the natural ones, except the upper limit of a single number.
func predicateOf(s sampler.Subject, limit, naturalLimit span) sampler.Predicate {
	p := sampler.Predicate{Subject: s, Least: limit.lo, Most: limit.hi}
	if limit.lo <= naturalLimit.lo {
		p.Least = 0
	}
	if limit.hi >= naturalLimit.hi && limit.lo < limit.hi {
		p.Most = unlimited
	}
	return p
}

// unlimited is an upper limit that no count exceeds, as in package sampler.
const unlimited = 64
