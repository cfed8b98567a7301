package cage

import (
	"slices"

	"chesscensus/chess"
)

// A joint is a projection in which a few men of the setup are followed at once, among the squares of a pocket; beyond it each
// is outside, wherever that is. A king among them is not left in check by the others, and whoever gives check
// waits until it has gone (Lemma 14). An arrangement says where the men are; sets of them are bits by number.
type joint struct {
	projection
	crew
	sets []uint64 // arrangements that can be, by configuration
	work []int32  // arrangements that are new
	now  []uint64 // those of the configuration that is looked at
	calm []uint64 // what quiet returns
}

// A crew is the men, with all their arrangements.
type crew struct {
	pocket  chess.Bitboard
	places  []chess.Square // of the pocket; place i+1 is places[i], place 0 is outside
	men     []member
	wide    int              // words of a set of arrangements
	spots   [][mostMen]uint8 // places of the men, by arrangement
	legal   []uint64         // nobody on another's square, no king beside the other, no bishop on the wrong color
	checked [2][]uint64      // the king of a color is attacked by one of the others
	on      [64][]uint64     // somebody is on the square
	final   int              // the arrangement of the setup
}

// A member is a man of a crew.
type member struct {
	color chess.Color
	role  chess.Role
	step  int            // from the number of an arrangement to that with the man on the next place
	spare bool           // promoted in the window it is one more than needed
	area  chess.Bitboard // all squares, or those of a bishop's color
}

const (
	mostMen          = 4
	mostArrangements = 1 << 14
	mostWords        = 1 << 23 // in sets of arrangements, for one search: 64 MB
)

// gather makes a crew of the men on some squares, for a window and a pocket in it. It reports false if there are too many arrangements.
func (g *projector) gather(z *joint, s *chess.Setup, pocket chess.Bitboard, men []chess.Square) bool {
	z.crew = crew{pocket: pocket}
	for bb := pocket; bb != 0; bb &= bb - 1 {
		z.places = append(z.places, bb.First())
	}
	size := 1
	for _, sq := range men {
		one := projection{area: z.area}
		g.follow(&one, s, sq)
		m := member{color: one.color, role: one.role, step: size, spare: one.spare, area: ^chess.Bitboard(0)}
		if m.role == chess.Bishop {
			m.area = colorOf(sq)
		}
		z.men = append(z.men, m)
		z.final += size * z.place(sq)
		if size *= len(z.places) + 1; size > mostArrangements {
			return false
		}
	}
	z.list(size)
	z.limit = min(z.limit, mostWords/z.wide)
	return true
}

// place returns the place of a square of the pocket.
func (c *crew) place(sq chess.Square) int { return 1 + slices.Index(c.places, sq) }

// list lists all arrangements.
func (c *crew) list(size int) {
	c.wide = (size + 63) / 64
	fresh := func() []uint64 { return make([]uint64, c.wide) }
	c.spots, c.legal, c.checked = make([][mostMen]uint8, size), fresh(), [2][]uint64{fresh(), fresh()}
	for _, sq := range c.places {
		c.on[sq] = fresh()
	}
	for a := range size {
		var held chess.Bitboard
		ok := true
		for i := range c.men {
			c.spots[a][i] = uint8(a / c.men[i].step % (len(c.places) + 1))
			sq := c.square(a, i)
			if sq == chess.NoSquare {
				continue
			}
			ok = ok && !held.Has(sq) && c.men[i].area.Has(sq)
			held |= sq.BB()
			put(c.on[sq], a)
		}
		for i := range c.men {
			for j := range c.men {
				if c.attacks(a, j, i) {
					put(c.checked[c.men[i].color], a)
					ok = ok && c.men[j].role != chess.King
				}
			}
		}
		if ok {
			put(c.legal, a)
		}
	}
}

// square returns where man i is in an arrangement, or NoSquare.
func (c *crew) square(a, i int) chess.Square {
	if p := c.spots[a][i]; p > 0 {
		return c.places[p-1]
	}
	return chess.NoSquare
}

// attacks reports whether man j attacks the king that man i is, from beside it or as a knight, so that nobody can be between.
func (c *crew) attacks(a, j, i int) bool {
	from, to := c.square(a, j), c.square(a, i)
	return c.men[i].role == chess.King && c.men[j].color != c.men[i].color && from != chess.NoSquare && to != chess.NoSquare &&
		chess.Steps(c.men[j].role, from.BB()).Has(to)
}

func put(set []uint64, i int)      { set[i>>6] |= 1 << (i & 63) }
func has(set []uint64, i int) bool { return set[i>>6]>>(i&63)&1 != 0 }

// begin adds the arrangements in which a game can begin to a set, for the men from i on. Who is promoted later is outside.
func (c *crew) begin(set []uint64, i, a int) {
	if i == len(c.men) {
		if has(c.legal, a) {
			put(set, a)
		}
		return
	}
	m := &c.men[i]
	home := homes(m.color, m.role) & m.area
	if m.role != chess.King || home&c.pocket == 0 {
		c.begin(set, i+1, a)
	}
	for bb := home & c.pocket; bb != 0; bb &= bb - 1 {
		c.begin(set, i+1, a+m.step*c.place(bb.First()))
	}
}
