package cage

import (
	"slices"

	"chesscensus/chess"
)

// A joint is a projection in which a few men of the setup are followed at once on the squares of a pocket
// (Lemma 14). A man that is not there is outside, wherever that is. An arrangement says where each man
// is. Sets of arrangements are bit sets by number.
type joint struct {
	projection
	group
	arrangementSets []uint64 // arrangements that can be, by configuration
	pending         []int32  // arrangements that are new
	current         []uint64 // those of the configuration that is looked at
	quietSet        []uint64 // what quiet returns
}

// A group is the men that are followed, with all their arrangements.
type group struct {
	pocket          chess.Bitboard
	places          []chess.Square // of the pocket; place i+1 is places[i], place 0 is outside
	men             []member
	words           int             // words of a set of arrangements
	placesOf        [][maxMen]uint8 // places of the men, by arrangement
	legal           []uint64        // nobody on another's square, no king beside the other, no bishop on the wrong color
	checked         [2][]uint64     // the king of a color is attacked by one of the others
	occupied        [64][]uint64    // somebody is on the square
	goalArrangement int             // the arrangement of the setup
}

// A member is a man of a group.
type member struct {
	color           chess.Color
	role            chess.Role
	stride          int            // from the number of an arrangement to that with the man on the next place
	extraIfPromoted bool           // promoted in the window it is one more than needed
	area            chess.Bitboard // all squares, or those of a bishop's color
}

const (
	maxMen          = 4
	maxArrangements = 1 << 14
	maxSetWords     = 1 << 23 // in sets of arrangements, for one search: 64 MB
)

// setUp makes a group of the men on some squares, for a window and a pocket in it. It reports false if there are too many arrangements.
func (g *projector) setUp(z *joint, s *chess.Setup, pocket chess.Bitboard, men []chess.Square) bool {
	z.group = group{pocket: pocket}
	for bb := pocket; bb != 0; bb &= bb - 1 {
		z.places = append(z.places, bb.First())
	}
	size := 1
	for _, sq := range men {
		one := projection{area: z.area}
		g.follow(&one, s, sq)
		m := member{color: one.color, role: one.role, stride: size, extraIfPromoted: one.extraIfPromoted, area: ^chess.Bitboard(0)}
		if m.role == chess.Bishop {
			m.area = colorOf(sq)
		}
		z.men = append(z.men, m)
		z.goalArrangement += size * z.placeOf(sq)
		if size *= len(z.places) + 1; size > maxArrangements {
			return false
		}
	}
	z.listArrangements(size)
	z.limit = min(z.limit, maxSetWords/z.words)
	return true
}

// placeOf returns the place of a square of the pocket.
func (c *group) placeOf(sq chess.Square) int { return 1 + slices.Index(c.places, sq) }

// listArrangements lists all arrangements.
func (c *group) listArrangements(size int) {
	c.words = (size + 63) / 64
	fresh := func() []uint64 { return make([]uint64, c.words) }
	c.placesOf, c.legal, c.checked = make([][maxMen]uint8, size), fresh(), [2][]uint64{fresh(), fresh()}
	for _, sq := range c.places {
		c.occupied[sq] = fresh()
	}
	for a := range size {
		var held chess.Bitboard
		ok := true
		for i := range c.men {
			c.placesOf[a][i] = uint8(a / c.men[i].stride % (len(c.places) + 1))
			sq := c.square(a, i)
			if sq == chess.NoSquare {
				continue
			}
			ok = ok && !held.Has(sq) && c.men[i].area.Has(sq)
			held |= sq.BB()
			insert(c.occupied[sq], a)
		}
		for i := range c.men {
			for j := range c.men {
				if c.attacks(a, j, i) {
					insert(c.checked[c.men[i].color], a)
					ok = ok && c.men[j].role != chess.King
				}
			}
		}
		if ok {
			insert(c.legal, a)
		}
	}
}

// square returns where man i is in an arrangement, or NoSquare.
func (c *group) square(a, i int) chess.Square {
	if p := c.placesOf[a][i]; p > 0 {
		return c.places[p-1]
	}
	return chess.NoSquare
}

// attacks reports whether man j attacks the king that man i is, from beside it or as a knight, so that nobody can be between.
func (c *group) attacks(a, j, i int) bool {
	from, to := c.square(a, j), c.square(a, i)
	return c.men[i].role == chess.King && c.men[j].color != c.men[i].color && from != chess.NoSquare && to != chess.NoSquare &&
		chess.Steps(c.men[j].role, from.BB()).Has(to)
}

func insert(set []uint64, i int)        { set[i>>6] |= 1 << (i & 63) }
func contains(set []uint64, i int) bool { return set[i>>6]>>(i&63)&1 != 0 }

// addStarts adds the arrangements in which a game can begin to a set, for the men from i on. Who is promoted later is outside.
func (c *group) addStarts(set []uint64, i, a int) {
	if i == len(c.men) {
		if contains(c.legal, a) {
			insert(set, a)
		}
		return
	}
	m := &c.men[i]
	home := homes(m.color, m.role) & m.area
	if m.role != chess.King || home&c.pocket == 0 {
		c.addStarts(set, i+1, a)
	}
	for bb := home & c.pocket; bb != 0; bb &= bb - 1 {
		c.addStarts(set, i+1, a+m.stride*c.placeOf(bb.First()))
	}
}
