package recheck

import (
	"slices"
	"strings"

	"chesscensus/recheck/internal/board"
)

// # ShutOut, of several men
//
// Follow up to four men of S at once in theorem ShutOut, on the squares of a pocket in the window. Each is on one of them or outside:
// anywhere else, or still a pawn. A man goes out and comes in past pawns of the window and men in the pocket. One of the men checks a king
// of them for certain if it stands beside it, or a knight's leap away. The moves keep to these conditions:
//
//   - No two of the men are on one square. No pawn enters the square of one.
//   - While one of them checks a king for certain, only this king moves, or an officer or king takes a pawn.
//   - While a pawn of the window attacks a king of them, none of the other men moves.
//   - A king does not move to where one of the men checks it for certain, or a pawn of the window attacks it.
//
// If this never leads to the pawns of S with all these men where S has them, S is illegal.
//
// Proof. The game does, as with one man: men of S are never taken. No man can stand between a king and what attacks it from beside it. So
// the king moves, or it takes the pawn that attacks it, or another man does. A capture of a pawn by an officer or king is two events: the
// pawn goes, and the man moves. So is castling, king first, and so is a double step. In between only this pawn may be taken, en passant.
//
//	illegal  rnbqkbn1/ppppppp1/8/7p/P7/1P2P3/BrPP1PPP/K1BQRRNN w q -
//	men      Ka1 Ba2 rb2
//	legal    rnbqkbn1/ppppppp1/7r/7p/P7/1P2P3/B1PP1PPP/K1BQRRNN w q -
//	game     1. a4 h5 2. e3 Rh6 3. Nc3 Rb6 4. Qg4 Rh6 5. Bc4 Rf6 6. Nge2 Rh6 7. Rf1 Rb6 8. Ba2 Rh6 9. b3 Rh7 10. Bb2 Rh6 11. O-O-O Rg6 12. Kb1 Rh6 13. Bc1 Nc6 14. Ne4 Nb8 15. N4g3 Rh8 16. Rde1 Rh6 17. Ng1 Ra6 18. Qd1 Rh6 19. Nh1 Rh7 20. Ka1 Rh6

// A group holds the men that are followed at once. If it is empty, a projection follows one man.
type group struct {
	pocket      set
	men         []query      // of which side, role, end and extraIfPromoted are used
	goalSquares [maxMen]int8 // where S has them
}

// incompatible reports whether the men of S on some squares cannot all have come there. The pocket is the region of one of them with the
// squares around it.
func (pr *projector) incompatible(men set) bool {
	s := pr.counts.setup
	for _, sq := range board.Squares(men) {
		region := board.Flood(board.Role(s.Men[sq]), 1<<sq, board.Pawns(s))
		pocket := region
		for _, inside := range board.Squares(region) {
			pocket |= board.Near['K'][inside]
		}
		if men&^pocket == 0 && board.Size(region) <= 10 && pr.excludes(0, pocket, func(p *projection) { p.followGroup(pocket, men) }) {
			return true
		}
	}
	return false
}

// followGroup sets the query to how the men on some squares came there.
func (p *projection) followGroup(pocket, men set) {
	p.pocket, p.goalSquares = pocket, outside
	for i, sq := range board.Squares(men) {
		p.follow(sq)
		if p.end = ^set(0); p.role == 'B' {
			p.end = board.Colored(sq)
		}
		p.men, p.goalSquares[i] = append(p.men, p.query), sq
	}
	p.end = anySquare
}

// outside is the placement of a group with all men outside.
var outside = [maxMen]int8{elsewhere, elsewhere, elsewhere, elsewhere}

// startPlacements returns the placements of the men when the game begins, with those before man i on given squares. A king that begins in
// the pocket is not outside. Other men can be, as they may have begun elsewhere or be promoted.
func (p *projection) startPlacements(i int, squares [maxMen]int8) (list [][maxMen]int8) {
	if i == len(p.men) {
		return [][maxMen]int8{squares}
	}
	m := &p.men[i]
	home := board.Homes(m.role, m.side == 1) & m.end & p.pocket
	for _, sq := range append(board.Squares(home), elsewhere) {
		if squares[i] = sq; sq != elsewhere || m.role != 'K' || home == 0 {
			list = append(list, p.startPlacements(i+1, squares)...)
		}
	}
	return list
}

// menStandLegally reports whether no two men of the group are on one square, none is on a wall or on a square of the wrong color, and no king
// of them stands beside another.
func (p *projection) menStandLegally(c *configuration, walls set) bool {
	for i, sq := range c.squares[:len(p.men)] {
		isOnWrongSquare := sq != elsewhere && (walls.Has(sq) || !p.men[i].end.Has(sq))
		if isOnWrongSquare || p.men[i].role == 'K' && p.attacked(c, i, "K") {
			return false
		}
		walls |= 1 << sq
	}
	return true
}

// attacked reports whether the king that is man i is attacked for certain by one of the men, of some roles.
func (p *projection) attacked(c *configuration, i int, roles string) bool {
	for j, m := range p.men {
		if m.side != p.men[i].side && c.squares[j] != elsewhere && strings.IndexByte(roles, m.role) >= 0 &&
			board.Near[m.role][c.squares[j]]&(1<<c.squares[i]) != 0 {
			return true
		}
	}
	return false
}

// checkedKings returns by side whether one of the men attacks its king for certain, and whether a man or a pawn does.
func (p *projection) checkedKings(c *configuration) (byMen, byAny [2]bool) {
	for i, m := range p.men {
		if m.role == 'K' {
			byMen[m.side] = p.attacked(c, i, "NBRQK")
			byAny[m.side] = byMen[m.side] || board.PawnAttacks(c.pawns[1-m.side], m.side == 0)&(1<<c.squares[i]) != 0
		}
	}
	return byMen, byAny
}

// moveMen adds the configurations after each move of one of the men. It reports whether pawns have to wait, as one of the men gives check.
func (p *projection) moveMen(c *configuration) (mustWait bool) {
	byMen, checked := p.checkedKings(c)
	held := c.pawns[0] | c.pawns[1]
	for _, sq := range c.squares[:len(p.men)] {
		held |= 1 << sq
	}
	var walls board.Setup
	for _, sq := range board.Squares(held) {
		walls.Men[sq] = 'P' // any man blocks the way
	}
	for i, m := range p.men {
		if checked[1-m.side] || checked[m.side] && m.role != 'K' {
			continue // the other side has to answer a check, or this side with its king
		}
		to, canLeave := p.steps(&walls, held, i, c.squares[i])
		for _, sq := range append(board.Squares(to&p.pocket&^held), elsewhere) {
			d := *c
			d.squares[i] = sq
			if _, inCheck := p.checkedKings(&d); (sq != elsewhere || canLeave) && (m.role != 'K' || !inCheck[m.side]) {
				p.add(d, anySquare)
			}
		}
	}
	return byMen[0] || byMen[1]
}

// steps returns the squares to which man i can go from a square of the pocket, or from elsewhere, and whether it can leave the pocket. The
// squares may be outside of it, too. Castling may put a king or rook on the squares where it ends.
func (p *projection) steps(walls *board.Setup, held set, i int, from int8) (to set, canLeave bool) {
	role, black := p.men[i].role, p.men[i].side == 1
	homes := board.Homes(role, black)
	castled := board.Origins(role, black) & board.RowSet(board.HomeRow(black)) &^ homes // none for other roles
	free := func(sq int8) set { return walls.Reach(role, sq) &^ held }
	if from != elsewhere {
		if to = free(from); homes.Has(from) {
			to |= castled
		}
		return to, to&^p.pocket != 0
	}
	for _, sq := range board.Squares(p.pocket &^ held) {
		if free(sq)&^p.pocket != 0 {
			to |= 1 << sq
		}
	}
	return to | castled, false
}

// promoteGroup adds the configurations after a promotion of side i on a square that is free of the men: of a man that is not followed, or
// that goes outside at once; or of one of the men.
func (p *projection) promoteGroup(c configuration, i int, to int8) {
	if slices.Contains(c.squares[:len(p.men)], to) {
		return
	}
	p.add(c, anySquare)
	for j, m := range p.men {
		if d := c; m.side == i && m.role != 'K' && c.squares[j] == elsewhere && p.pocket.Has(to) {
			if d.squares[j] = to; m.extraIfPromoted {
				d.cost.unneeded[i]++
			}
			p.add(d, anySquare)
		}
	}
}

// # ShutOut, of a bishop that is gone
//
// Let z be a bishop that began the game and was taken for sure, not in its cage (theorem CagedBishop). So S shows no bishop of its side on
// the color of its home, or only such as must have been promoted where they stand. Take a set of squares of this color from row 2 to row 7.
// A solution of theorem NoExtendedKernel spares the set if it counts no officer that pawns take on it as a bishop of z's side. S is illegal
// if both of this holds:
//
//   - No solution spares all these squares.
//   - For each file: no solution spares all these squares but those of the file. Or no path of a projection that begins with z at home
//     leads to a capture of z by a pawn on the file, without promoting, and on without z to the pawns of S.
//
// Proof. z is one of the bishops that were taken for sure. If no pawn took it, or one did as it promoted, the game gives a solution of the
// first kind. If a pawn took it on a file otherwise, it gives one of the second kind, and a path: up to this capture with z, and on without
// it.
//
//	illegal  rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/RNBQK2R w KQk -
//	bishop   f1
//	legal    rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/RN1QKB1R w KQk -
//	game     1. b3 a6 2. b4 a5 3. b5 Nf6 4. a4 Ng4 5. Ba3 Ne5 6. Bb4 axb4 7. a5 Ng4 8. a6 Ne3 9. a7 Nc4 10. Nc3 Nd6 11. Na4 Nc4 12. Nc5 Nd6 13. Na6 bxa6 14. e3 Nc4 15. Bd3 Nc6 16. Nh3 Rb8 17. a8=Q Rb7 18. Ng1 Nb8 19. Ne2 Ra7 20. Qd5 Ra8 21. Nc3 Nd6 22. Nb1 Ne4 23. Bf1 Nf6 24. Qd4 Ng8

// impossiblyTaken reports whether pawns must have captured a bishop that began on one of some squares, and cannot have done so on any file.
func (pr *projector) impossiblyTaken(homes set) bool {
	for _, home := range board.Squares(homes & (board.Homes('B', false) | board.Homes('B', true))) {
		i, squares := board.Side(board.Row(home) > 3), board.Colored(home)
		refuted := pr.counts.takenBishops[i][board.Color(home)] > 0 && pr.noSolutionSparing(i, squares)
		for x := 0; x < 8 && refuted; x++ {
			file := board.AFile << x
			refuted = pr.noSolutionSparing(i, squares&^file) || pr.excludes(0, file, func(p *projection) {
				p.side, p.role, p.start, p.end, p.neverPromoted, p.takenOn = i, 'B', 1<<home, ^set(0), true, file&squares
			})
		}
		if refuted {
			return pr.meter.err == nil
		}
	}
	return false
}

// noSolutionSparing reports whether no solution spares some squares: pawns capture no bishop of side i there unless they promote.
func (pr *projector) noSolutionSparing(i int, squares set) bool {
	ct := *pr.counts
	ct.spared[i] = squares &^ (board.RowSet(0) | board.RowSet(7))
	return noSquares(&ct, pr.meter) == nil
}
