package cage

import (
	"slices"

	"chesscensus/chess"
)

// A joint is a projection in which up to maxMen men of the setup are followed at once on the squares of a pocket
// (Lemma 14). A man that is not in the pocket is outside, wherever that is. An arrangement is a number that says where each man
// is: the sum over the men of stride times place. A set of arrangements is a bit set.
type joint struct {
	projection
	group
	arrangementSets []uint64 // the reachable arrangements of each configuration, words for each
	pending         []int32  // arrangements reached whose moves are not made yet
	current         []uint64 // the reachable arrangements of the configuration that is expanded
	quietSet        []uint64 // memory of the result of quiet
}

// A group is the men that are followed, with all their arrangements.
type group struct {
	pocket          chess.Bitboard
	places          []chess.Square  // the squares of the pocket: place i+1 is places[i], place 0 is outside
	men             []member        // len(men) <= maxMen
	words           int             // words of a set of arrangements
	placesOf        [][maxMen]uint8 // the places of the men, by arrangement
	goalArrangement int             // the arrangement of the setup

	// Sets of arrangements.
	consistent []uint64     // all men on different squares, kings not beside each other, bishops on their color
	checked    [2][]uint64  // one of the men attacks the king of a color, as attacks says
	occupied   [64][]uint64 // one of the men is on the square
}

// A member is a man of a group.
type member struct {
	color           chess.Color
	role            chess.Role
	stride          int            // what the next place of the man adds to the number of an arrangement
	extraIfPromoted bool           // its promotion in the window is beyond what S needs, so that one pawn more survives
	area            chess.Bitboard // all squares, or for a bishop those of its color
}

const (
	maxMen          = 4
	maxArrangements = 1 << 14
	maxSetWords     = 1 << 23 // in sets of arrangements, for one search: 64 MB
)

// newJoint returns a joint of the men on at most maxMen squares, for the window that was prepared and a pocket in it. The second result is
// false if there are more than maxArrangements arrangements.
func (g *projector) newJoint(s *chess.Setup, pocket chess.Bitboard, men []chess.Square) (*joint, bool) {
	z := &joint{projection: g.search, group: group{pocket: pocket}, arrangementSets: g.jointSets}
	for bb := pocket; bb != 0; bb &= bb - 1 {
		z.places = append(z.places, bb.First())
	}
	size := 1
	for _, sq := range men {
		one := projection{area: z.area}
		g.follow(&one, s, sq)
		m := member{
			color:           one.color,
			role:            one.role,
			stride:          size,
			extraIfPromoted: one.extraIfPromoted,
			area:            ^chess.Bitboard(0),
		}
		if m.role == chess.Bishop {
			m.area = colorOf(sq)
		}
		z.men = append(z.men, m)
		z.goalArrangement += size * z.placeOf(sq)
		if size *= len(z.places) + 1; size > maxArrangements {
			return nil, false
		}
	}
	z.listArrangements(size)
	z.limit = min(z.limit, maxSetWords/z.words)
	return z, true
}

// placeOf returns the place of a square, 0 if it is not in the pocket.
func (p *group) placeOf(sq chess.Square) int { return 1 + slices.Index(p.places, sq) }

// listArrangements computes words, placesOf, consistent, checked and occupied for the arrangements 0 to size-1.
func (p *group) listArrangements(size int) {
	p.words = (size + 63) / 64
	fresh := func() []uint64 { return make([]uint64, p.words) }
	p.placesOf = make([][maxMen]uint8, size)
	p.consistent, p.checked = fresh(), [2][]uint64{fresh(), fresh()}
	for _, sq := range p.places {
		p.occupied[sq] = fresh()
	}
	for a := range size {
		var taken chess.Bitboard // squares of the men so far
		ok := true
		for i := range p.men {
			p.placesOf[a][i] = uint8(a / p.men[i].stride % (len(p.places) + 1))
			sq := p.square(a, i)
			if sq == chess.NoSquare {
				continue
			}
			ok = ok && !taken.Has(sq) && p.men[i].area.Has(sq)
			taken |= sq.BB()
			insert(p.occupied[sq], a)
		}
		for i := range p.men {
			for j := range p.men {
				if p.attacks(a, j, i) {
					insert(p.checked[p.men[i].color], a)
					ok = ok && p.men[j].role != chess.King
				}
			}
		}
		if ok {
			insert(p.consistent, a)
		}
	}
}

// square returns the square of man i in arrangement a, or NoSquare if it is outside.
func (p *group) square(a, i int) chess.Square {
	if place := p.placesOf[a][i]; place > 0 {
		return p.places[place-1]
	}
	return chess.NoSquare
}

// attacks reports whether man i is a king that man j attacks in arrangement a, from beside it or as a knight, so that no man can be between.
func (p *group) attacks(a, j, i int) bool {
	from, to := p.square(a, j), p.square(a, i)
	if from == chess.NoSquare || to == chess.NoSquare {
		return false
	}
	return p.men[i].role == chess.King && p.men[j].color != p.men[i].color && chess.Steps(p.men[j].role, from.BB()).Has(to)
}

func insert(set []uint64, i int)        { set[i>>6] |= 1 << (i & 63) }
func contains(set []uint64, i int) bool { return set[i>>6]>>(i&63)&1 != 0 }

// addStarts adds to a set the consistent arrangements in which a game can begin: a, with the men from i on on their homes in the pocket or
// outside. A man that is promoted later begins outside, and a king whose home is in the pocket begins there.
func (p *group) addStarts(set []uint64, i, a int) {
	if i == len(p.men) {
		if contains(p.consistent, a) {
			insert(set, a)
		}
		return
	}
	m := &p.men[i]
	home := homes(m.color, m.role) & m.area
	if m.role != chess.King || home&p.pocket == 0 {
		p.addStarts(set, i+1, a)
	}
	for bb := home & p.pocket; bb != 0; bb &= bb - 1 {
		p.addStarts(set, i+1, a+m.stride*p.placeOf(bb.First()))
	}
}
