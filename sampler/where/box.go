package where

import (
	"slices"

	"chesscensus/chess"
	"chesscensus/sampler"
)

// A span is all whole numbers from lo to hi; none if lo is above hi.
type span struct{ lo, hi int }

// A box has limits for every field. It stands for the positions that keep them all.
type box [fields]span

// empty returns a field that no position can have within the box.
func (b *box) empty() (f field, yes bool) {
	for f := range fields {
		if b[f].lo > b[f].hi {
			return f, true
		}
	}
	return 0, false
}

// meet is the common part of two boxes.
func (b box) meet(c *box) box {
	for f := range fields {
		b.keep(f, c[f].lo, c[f].hi)
	}
	return b.narrow()
}

// around is the least box around two that are not empty.
func (b box) around(c *box) box {
	for f := range fields {
		b[f] = span{min(b[f].lo, c[f].lo), max(b[f].hi, c[f].hi)}
	}
	return b
}

// keep cuts a field to the numbers from lo to hi.
func (b *box) keep(f field, lo, hi int) { b[f] = span{max(b[f].lo, lo), min(b[f].hi, hi)} }

// narrow cuts the box by what every legal position keeps, until nothing changes. A position inside stays
// inside: every rule is a statement about all legal positions.
func (b box) narrow() box {
	for {
		before := b
		if _, none := b.empty(); none {
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

// sum cuts by "both together are White's and Black's".
func (b *box) sum(f field) {
	both, w, k := f, f.of(chess.White), f.of(chess.Black)
	b.keep(both, b[w].lo+b[k].lo, b[w].hi+b[k].hi)
	b.keep(w, b[both].lo-b[k].hi, b[both].hi-b[k].lo)
	b.keep(k, b[both].lo-b[w].hi, b[both].hi-b[w].lo)
}

// total cuts by "men are kings and the kinds", of both sides (0), of White (1) or of Black (2).
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

// army cuts by what holds of the men of a side: officers beyond those at the start are promoted, as may be a bishop beside
// another; and pawns and promoted men were eight pawns at most.
func (b *box) army(c chess.Color) {
	up, least, most := promotions.of(c), 0, 0
	for i, k := range kinds[1:] {
		s, home := b[k.of(c)], atHome[i]
		b.keep(k.of(c), 0, home+b[up].hi)
		least += max(0, s.lo-home)
		if k == bishops {
			home = 1 // the second may stand on the same color of square
		}
		most += max(0, s.hi-home)
	}
	b.keep(up, least, min(most, 8-b[pawns.of(c)].lo))
	b.keep(pawns.of(c), 0, 8-b[up].lo)
}

// special cuts by what en passant, castling rights, checks and moves ask for.
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

// unchecked reports whether the box asks for more checks than there can be: each comes from a man other than the king of the
// side that is not to move. It is no part of [box.narrow], as limits that follow from checks would be limits of the space
// that is drawn from, and so change draws that seeds have fixed.
func (b *box) unchecked() bool {
	for c := chess.White; c <= chess.Black; c++ {
		mover := int(c.Other())
		if b[turn].lo <= mover && mover <= b[turn].hi && b[men.of(c)].hi > b[checkers].lo {
			return false // c has the men
		}
	}
	return true
}

// told are the fields that spaces know, those first that others tell best.
var told = func() (list []field) {
	list = append(list, pawns, men)
	for _, k := range append(slices.Clone(kinds[1:]), pawns) {
		list = append(list, k.of(chess.White), k.of(chess.Black))
	}
	return append(list, rights, enPassant, turn)
}()

// needed is the box without the limits of fields that spaces do not know, and without those that follow from the others.
func (b *box) needed() box {
	n := natural
	for _, f := range told {
		n[f] = b[f]
	}
	for _, f := range told {
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

// subjects are the words of package sampler for fields that are no numbers of men of a side.
var subjects = map[field]sampler.Subject{men: sampler.Men, pawns: sampler.Pawns, rights: sampler.CastlingRights, enPassant: sampler.EnPassant, turn: sampler.Turn}

// predicates are the limits of the box that spaces know, as far as they exclude anything.
func (b *box) predicates() (list []sampler.Predicate) {
	n := b.needed()
	for _, f := range told {
		if n[f] == natural[f] {
			continue
		}
		s, known := subjects[f]
		if side := f % 3; !known {
			i := slices.Index(kinds[:], f-side)
			white, black := kinds[i].of(chess.White), kinds[i].of(chess.Black)
			s = sampler.OfSide(chess.Color(side-1), roles[i])
			if n[white] == n[black] && n[white].lo == 0 {
				if f == black {
					continue
				}
				s = sampler.MostPawns + sampler.Subject(i) // of either side: more spaces know it
			}
		}
		list = append(list, limits(s, n[f], natural[f]))
	}
	return list
}

// limits says that a subject lies in a span, leaving out a limit that excludes nothing of all.
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

// unlimited is a limit that no count exceeds, as package sampler writes it.
const unlimited = 64
