package recheck

import (
	"slices"
	"strings"

	"chesscensus/recheck/internal/board"
)

// # ShutOut, of several men
//
// Follow up to four men of S at once in theorem ShutOut, among the squares of a pocket in the window; each is on one of them,
// or outside: anywhere else, or still a pawn. A man goes out, and comes in, past pawns of the window and men in the
// pocket. No two are on one square, and no pawn enters a square of one. If one of them stands beside an enemy king of theirs, or a
// knight's leap away, then that king moves, or an officer or king takes a pawn, and nothing else happens; if a pawn of the window attacks it,
// no other of the men moves. It does not move to where one of these attacks it. If this never leads to the pawns of S with
// all these men where S has them, S is illegal.
//
// Proof. The game does, as with one man: men of S are never taken. Nobody is between a king and what attacks it from beside it. So the king
// has to move, or takes the pawn that attacks it, or another man does. A capture of a pawn by an officer or king is two events: the pawn goes, and
// the man moves. So is castling, king first, and a double step; nothing happens in between but that this pawn is taken en passant.
//
//	illegal  rnbqkbn1/ppppppp1/8/7p/P7/1P2P3/BrPP1PPP/K1BQRRNN w q -
//	men      Ka1 Ba2 rb2
//	legal    rnbqkbn1/ppppppp1/7r/7p/P7/1P2P3/B1PP1PPP/K1BQRRNN w q -
//	game     1. a4 h5 2. e3 Rh6 3. Nc3 Rb6 4. Qg4 Rh6 5. Bc4 Rf6 6. Nge2 Rh6 7. Rf1 Rb6 8. Ba2 Rh6 9. b3 Rh7 10. Bb2 Rh6 11. O-O-O Rg6 12. Kb1 Rh6 13. Bc1 Nc6 14. Ne4 Nb8 15. N4g3 Rh8 16. Rde1 Rh6 17. Ng1 Ra6 18. Qd1 Rh6 19. Nh1 Rh7 20. Ka1 Rh6

// A crew is the men that are followed at once; without any a projection follows one man.
type crew struct {
	pocket set
	men    []aim         // of which side, role, end and spare count
	last   [mostMen]int8 // where S has them
}

// together reports whether a few men of S cannot have come to their squares all of them. The pocket is around one of them who has little room.
func (c *projector) together(men set) bool {
	s := c.needs.setup
	for _, x := range board.Squares(men) {
		room := board.Flood(board.Role(s.Men[x]), 1<<x, board.Pawns(s))
		pocket := room
		for _, sq := range board.Squares(room) {
			pocket |= board.Near['K'][sq]
		}
		if men&^pocket == 0 && board.Size(room) <= 10 && c.excludes(0, pocket, func(z *projection) { z.gather(pocket, men) }) {
			return true
		}
	}
	return false
}

// gather makes the men on some squares those that are followed.
func (z *projection) gather(pocket, men set) {
	z.pocket, z.last = pocket, outside
	for i, sq := range board.Squares(men) {
		z.follow(sq)
		if z.end = ^set(0); z.role == 'B' {
			z.end = board.Colored(sq)
		}
		z.men, z.last[i] = append(z.men, z.aim), sq
	}
	z.end = 1 // which stands for all of them
}

// outside is all men outside.
var outside = [mostMen]int8{elsewhere, elsewhere, elsewhere, elsewhere}

// begin returns how the men can be when the game begins, from the i-th on.
func (z *projection) begin(i int, at [mostMen]int8) (list [][mostMen]int8) {
	if i == len(z.men) {
		return [][mostMen]int8{at}
	}
	m := &z.men[i]
	home := board.Homes(m.role, m.side == 1) & m.end & z.pocket
	for _, sq := range append(board.Squares(home), elsewhere) {
		if at[i] = sq; sq != elsewhere || m.role != 'K' || home == 0 {
			list = append(list, z.begin(i+1, at)...)
		}
	}
	return list
}

// possible reports whether the men can be where they are, and walls where those are.
func (z *projection) possible(c *configuration, walls set) bool {
	for i, sq := range c.crew[:len(z.men)] {
		if sq != elsewhere && (walls.Has(sq) || !z.men[i].end.Has(sq)) || z.men[i].role == 'K' && z.attacked(c, i, "K") {
			return false
		}
		walls |= 1 << sq
	}
	return true
}

// attacked reports whether the king that is man i is attacked for certain by one of the men, of some roles.
func (z *projection) attacked(c *configuration, i int, roles string) bool {
	for j, m := range z.men {
		if m.side != z.men[i].side && c.crew[j] != elsewhere && strings.IndexByte(roles, m.role) >= 0 && board.Near[m.role][c.crew[j]]&(1<<c.crew[i]) != 0 {
			return true
		}
	}
	return false
}

// checks returns by side whether its king is attacked by one of the men, and whether by a man or a pawn.
func (z *projection) checks(c *configuration) (byMen, at [2]bool) {
	for i, m := range z.men {
		if m.role == 'K' {
			byMen[m.side] = z.attacked(c, i, "NBRQK")
			at[m.side] = byMen[m.side] || board.Covered(c.pawns[1-m.side], m.side == 0)&(1<<c.crew[i]) != 0
		}
	}
	return byMen, at
}

// march adds what the men can do. It reports whether pawns have to wait, since one of the men gives check.
func (z *projection) march(c *configuration) bool {
	byMen, checked := z.checks(c)
	held := c.pawns[0] | c.pawns[1]
	for _, sq := range c.crew[:len(z.men)] {
		held |= 1 << sq
	}
	var walls board.Setup
	for _, sq := range board.Squares(held) {
		walls.Men[sq] = 'P'
	}
	for i, m := range z.men {
		if checked[1-m.side] || checked[m.side] && m.role != 'K' {
			continue
		}
		to, out := z.ways(&walls, held, i, c.crew[i])
		for _, sq := range append(board.Squares(to&z.pocket&^held), elsewhere) {
			d := *c
			d.crew[i] = sq
			if _, at := z.checks(&d); sq != elsewhere && (m.role != 'K' || !at[m.side]) || sq == elsewhere && out {
				z.add(d, 1)
			}
		}
	}
	return byMen[0] || byMen[1]
}

// ways returns squares to which man i goes from one of the pocket, or from outside, and whether it can go outside. Castling may put a king or rook on its squares.
func (z *projection) ways(walls *board.Setup, held set, i int, from int8) (to set, out bool) {
	role, black := z.men[i].role, z.men[i].side == 1
	homes := board.Homes(role, black)
	castled := board.Origins(role, black) & board.RowSet(board.HomeRow(black)) &^ homes // nothing for others
	free := func(sq int8) set { return walls.Reach(role, sq) &^ held }
	if from != elsewhere {
		if to = free(from); homes.Has(from) {
			to |= castled
		}
		return to, to&^z.pocket != 0
	}
	for _, sq := range board.Squares(z.pocket &^ held) {
		if free(sq)&^z.pocket != 0 {
			to |= 1 << sq
		}
	}
	return to | castled, false
}

// became adds what can come of a promotion of side i on a square: somebody who is not followed, or goes outside, or one of the men.
func (z *projection) became(c configuration, i int, to int8) {
	if slices.Contains(c.crew[:len(z.men)], to) {
		return
	}
	z.add(c, 1)
	for j, m := range z.men {
		if d := c; m.side == i && m.role != 'K' && c.crew[j] == elsewhere && z.pocket.Has(to) {
			if d.crew[j] = to; m.spare {
				d.cost.vain[i]++
			}
			z.add(d, 1)
		}
	}
}
