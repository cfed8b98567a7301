package cage

import (
	"slices"

	"chesscensus/chess"
)

// A jointProjection is a projection in which up to maxMen men of the setup are followed at once on the squares of a pocket
// (Lemma 14). A man that is not in the pocket is outside, wherever that is.
//
// An arrangement is a number that says where each man is: the sum over the men of stride times place. With two men and a pocket
// {a1, b1}, places are 0 (outside), 1 (a1) and 2 (b1), strides are 1 and 3, and the first man on b1 with the second on a1 is 2 +
// 3 = 5. A set of arrangements is a bit set of several words.
type jointProjection struct {
	projection
	group
	arrangementSets []uint64 // reachable arrangements, a set for each configuration
	pending         []int32  // reached arrangements from which no man has moved yet
	current         []uint64 // reachable arrangements of the configuration that is expanded
	allowingSet     []uint64 // memory of the result of allowingPawnTo
}

// A group is the men that are followed, with tables of their arrangements.
type group struct {
	pocket          chess.Bitboard
	places          []chess.Square  // the squares of the pocket: place i+1 is places[i], place 0 is outside
	men             []member        // len(men) <= maxMen
	words           int             // words of a set of arrangements
	placesOf        [][maxMen]uint8 // the places of the men, by arrangement
	goalArrangement int             // the arrangement of the setup

	// Sets of arrangements.
	consistent []uint64     // all men on different squares, kings not beside each other, bishops on their color
	checked    [2][]uint64  // one of the men checks the king of a color for certain
	occupied   [64][]uint64 // one of the men is on the square
}

// A member is a man of a group.
type member struct {
	color           chess.Color
	role            chess.Role
	stride          int            // what the next place of the man adds to the number of an arrangement
	extraIfPromoted bool           // if it was promoted in the window, that promotion was beyond those needed
	area            chess.Bitboard // all squares, or for a bishop those of its color
}

const (
	maxMen          = 4       // men of a group
	maxArrangements = 1 << 14 // arrangements of a group
	maxSetWords     = 1 << 23 // words of all sets of arrangements of a search: 64 MB
)

// newJointProjection returns a joint projection of the men on the given squares, at most maxMen, for the window that was prepared
// and a pocket in it. If there are more than maxArrangements arrangements, ok is false.
func (p *projector) newJointProjection(s *chess.Setup, pocket chess.Bitboard, men []chess.Square) (joint *jointProjection, ok bool) {
	joint = &jointProjection{projection: p.search, group: group{pocket: pocket}, arrangementSets: p.jointSets}
	for bb := pocket; bb != 0; bb &= bb - 1 {
		joint.places = append(joint.places, bb.First())
	}
	size := 1
	for _, sq := range men {
		single := projection{fileRange: joint.fileRange}
		p.follow(&single, s, sq)
		m := member{
			color:           single.color,
			role:            single.role,
			stride:          size,
			extraIfPromoted: single.extraIfPromoted,
			area:            ^chess.Bitboard(0),
		}
		if m.role == chess.Bishop {
			m.area = sameColorSquares(sq)
		}
		joint.men = append(joint.men, m)
		joint.goalArrangement += size * joint.placeOf(sq)
		if size *= len(joint.places) + 1; size > maxArrangements {
			return nil, false
		}
	}
	joint.computeArrangements(size)
	joint.limit = min(joint.limit, maxSetWords/joint.words)
	return joint, true
}

// placeOf returns the place of a square, or 0 if it is not in the pocket.
func (g *group) placeOf(sq chess.Square) int { return 1 + slices.Index(g.places, sq) }

// computeArrangements fills in words, placesOf, consistent, checked and occupied for the arrangements 0 to size-1.
func (g *group) computeArrangements(size int) {
	g.words = (size + 63) / 64
	fresh := func() []uint64 { return make([]uint64, g.words) }
	g.placesOf = make([][maxMen]uint8, size)
	g.consistent, g.checked = fresh(), [2][]uint64{fresh(), fresh()}
	for _, sq := range g.places {
		g.occupied[sq] = fresh()
	}
	for a := range size {
		var squares chess.Bitboard // of the men so far
		ok := true
		for i := range g.men {
			g.placesOf[a][i] = uint8(a / g.men[i].stride % (len(g.places) + 1))
			sq := g.square(a, i)
			if sq == chess.NoSquare {
				continue
			}
			ok = ok && !squares.Has(sq) && g.men[i].area.Has(sq)
			squares |= sq.BB()
			insert(g.occupied[sq], a)
		}
		for i := range g.men {
			for j := range g.men {
				if g.checksForCertain(a, j, i) {
					insert(g.checked[g.men[i].color], a)
					ok = ok && g.men[j].role != chess.King
				}
			}
		}
		if ok {
			insert(g.consistent, a)
		}
	}
}

// square returns the square of man i in arrangement a, or NoSquare if the man is outside.
func (g *group) square(a, i int) chess.Square {
	if place := g.placesOf[a][i]; place > 0 {
		return g.places[place-1]
	}
	return chess.NoSquare
}

// checksForCertain reports whether man i attacks man j, a king of the other color, in arrangement a: from beside it, or as a knight.
// No man can stand between then.
func (g *group) checksForCertain(a, i, j int) bool {
	from, to := g.square(a, i), g.square(a, j)
	if from == chess.NoSquare || to == chess.NoSquare {
		return false
	}
	return g.men[j].role == chess.King && g.men[i].color != g.men[j].color && chess.Steps(g.men[i].role, from.BB()).Has(to)
}

// insert adds the number i to a set; contains reports whether i is in it.
func insert(set []uint64, i int)        { set[i>>6] |= 1 << (i & 63) }
func contains(set []uint64, i int) bool { return set[i>>6]>>(i&63)&1 != 0 }

// addStarts adds to a set the consistent arrangements in which a game can begin. It does so recursively: the men before i are
// placed in a, and man i and those after it are put on their homes in the pocket or outside. A man that is promoted later begins
// outside. A king whose home is in the pocket begins there.
func (g *group) addStarts(set []uint64, i, a int) {
	if i == len(g.men) {
		if contains(g.consistent, a) {
			insert(set, a)
		}
		return
	}
	m := &g.men[i]
	home := homes(m.color, m.role) & m.area
	if m.role != chess.King || home&g.pocket == 0 {
		g.addStarts(set, i+1, a)
	}
	for bb := home & g.pocket; bb != 0; bb &= bb - 1 {
		g.addStarts(set, i+1, a+m.stride*g.placeOf(bb.First()))
	}
}
