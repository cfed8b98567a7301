package recheck

import (
	"slices"
	"strings"

	"chesscensus/recheck/internal/board"
)

// # ShutOut, of several men
//
// Follow up to four men of S at once in theorem ShutOut, on the squares of a pocket in the window. Each is on
// one of them or outside: anywhere else, or still a pawn. A man goes out and comes in past pawns of the window
// and men in the pocket. One of the men checks a king of them for certain if it stands beside it, or a
// knight's leap away. The moves keep to these conditions:
//
//   - No two of the men are on one square. No pawn enters the square of one.
//   - While one of them checks a king for certain, only this king moves, or an officer or king takes a pawn.
//   - While a pawn of the window attacks a king of them, none of the other men moves.
//   - A king does not move to where one of the men checks it for certain, or a pawn of the window attacks it.
//
// If this never leads to the pawns of S with all these men where S has them, S is illegal.
//
// Proof. The game does, as with one man: men of S are never taken. No man can stand between a king and what
// attacks it from beside it. So the king moves, or it takes the pawn that attacks it, or another man does. A
// capture of a pawn by an officer or king is two events: the pawn goes, and the man moves. So is castling,
// king first, and so is a double step. In between only this pawn may be taken, en passant.
//
//	illegal  rnbqkbn1/ppppppp1/8/7p/P7/1P2P3/BrPP1PPP/K1BQRRNN w q -
//	men      Ka1 Ba2 rb2
//	legal    rnbqkbn1/ppppppp1/7r/7p/P7/1P2P3/B1PP1PPP/K1BQRRNN w q -
//	game     1. a4 h5 2. e3 Rh6 3. Nc3 Rb6 4. Qg4 Rh6 5. Bc4 Rf6 6. Nge2 Rh6 7. Rf1 Rb6 8. Ba2 Rh6 9. b3 Rh7 10. Bb2 Rh6 11. O-O-O Rg6 12. Kb1 Rh6 13. Bc1 Nc6 14. Ne4 Nb8 15. N4g3 Rh8 16. Rde1 Rh6 17. Ng1 Ra6 18. Qd1 Rh6 19. Nh1 Rh7 20. Ka1 Rh6

// A group is the men that are followed at once. Without any, a projection follows one man.
type group struct {
	pocket      set
	men         []query      // of which side, role, end and spare count
	goalSquares [maxMen]int8 // where S has them
}

// incompatible reports whether a few men of S cannot all have come to their squares. The pocket is around one
// of them that reaches few squares.
func (c *projector) incompatible(men set) bool {
	s := c.counts.setup
	for _, x := range board.Squares(men) {
		region := board.Flood(board.Role(s.Men[x]), 1<<x, board.Pawns(s))
		pocket := region
		for _, sq := range board.Squares(region) {
			pocket |= board.Near['K'][sq]
		}
		if men&^pocket == 0 && board.Size(region) <= 10 && c.excludes(0, pocket, func(z *projection) { z.followGroup(pocket, men) }) {
			return true
		}
	}
	return false
}

// followGroup makes the men on some squares those that are followed.
func (z *projection) followGroup(pocket, men set) {
	z.pocket, z.goalSquares = pocket, outside
	for i, sq := range board.Squares(men) {
		z.follow(sq)
		if z.end = ^set(0); z.role == 'B' {
			z.end = board.Colored(sq)
		}
		z.men, z.goalSquares[i] = append(z.men, z.query), sq
	}
	z.end = 1 // which stands for all of them
}

// outside is all men outside.
var outside = [maxMen]int8{elsewhere, elsewhere, elsewhere, elsewhere}

// starts returns where the men can be when the game begins, from the i-th man on.
func (z *projection) starts(i int, at [maxMen]int8) (list [][maxMen]int8) {
	if i == len(z.men) {
		return [][maxMen]int8{at}
	}
	m := &z.men[i]
	home := board.Homes(m.role, m.side == 1) & m.end & z.pocket
	for _, sq := range append(board.Squares(home), elsewhere) {
		if at[i] = sq; sq != elsewhere || m.role != 'K' || home == 0 {
			list = append(list, z.starts(i+1, at)...)
		}
	}
	return list
}

// possible reports whether the men can be where they are, and walls where those are.
func (z *projection) possible(c *configuration, walls set) bool {
	for i, sq := range c.squares[:len(z.men)] {
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
		if m.side != z.men[i].side && c.squares[j] != elsewhere && strings.IndexByte(roles, m.role) >= 0 && board.Near[m.role][c.squares[j]]&(1<<c.squares[i]) != 0 {
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
			at[m.side] = byMen[m.side] || board.Covered(c.pawns[1-m.side], m.side == 0)&(1<<c.squares[i]) != 0
		}
	}
	return byMen, at
}

// moveMen adds what the men can do. It reports whether pawns have to wait, since one of the men gives check.
func (z *projection) moveMen(c *configuration) bool {
	byMen, checked := z.checks(c)
	held := c.pawns[0] | c.pawns[1]
	for _, sq := range c.squares[:len(z.men)] {
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
		to, out := z.steps(&walls, held, i, c.squares[i])
		for _, sq := range append(board.Squares(to&z.pocket&^held), elsewhere) {
			d := *c
			d.squares[i] = sq
			if _, at := z.checks(&d); sq != elsewhere && (m.role != 'K' || !at[m.side]) || sq == elsewhere && out {
				z.add(d, 1)
			}
		}
	}
	return byMen[0] || byMen[1]
}

// steps returns the squares of the pocket to which man i goes from one of them, or from outside, and whether
// it can go outside. Castling may put a king or rook on its squares.
func (z *projection) steps(walls *board.Setup, held set, i int, from int8) (to set, out bool) {
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

// promoteGroup adds what can come of a promotion of side i on a square: a man that is not followed, or that
// goes outside at once, or one of the men.
func (z *projection) promoteGroup(c configuration, i int, to int8) {
	if slices.Contains(c.squares[:len(z.men)], to) {
		return
	}
	z.add(c, 1)
	for j, m := range z.men {
		if d := c; m.side == i && m.role != 'K' && c.squares[j] == elsewhere && z.pocket.Has(to) {
			if d.squares[j] = to; m.extraIfPromoted {
				d.cost.unneeded[i]++
			}
			z.add(d, 1)
		}
	}
}
