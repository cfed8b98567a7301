package recheck

import (
	"fmt"

	"chesscensus/recheck/internal/board"
)

// # BarredPromotions
//
// Definition. A promotion square sq of a side is barred for a role if no man of S of this side and role was promoted there by a step. b is
// the square behind sq, from which a pawn steps there.
//
// What follows. Suppose that sq is barred for all roles of which S shows men that must have been promoted. Then a pawn that stepped there
// is one of those that S does not need. So the sequences of theorems NoProofKernel and NoExtendedKernel exist with two restrictions.
// Promotions by steps on squares barred for bishops do not count for bishops. And pawns that step onto a square barred for all those roles
// count with the pawns that are taken.
//
// A square sq is barred in these cases.
//
//	(a) For bishops or knights. By the changes of theorem TrappedMan no man of S of the role goes back to sq while b holds none of
//	    the pawns.
//	(b) For a role, rooks and queens together as queens. No path of a projection (theorem ShutOut) leads from a promotion on sq to
//	    a man of S of the role.
//	(c) For all roles. Follow the man x that S has on sq. No path leads to S on which a pawn steps onto sq while x is elsewhere, or
//	    becomes x.
//	(d) For a role. As (c), but the promoted man y is followed as well, by steps of the role past pawns and x. It is followed in an
//	    area: the squares that such a man on sq reaches among the pawns of S, or sq alone if these are many. The path leaves the
//	    area, or ends with y on a man of S of its role. y is x only if x is of the role.
//	(e) For a role. The pocket is the squares that the man on sq reaches among the pawns of S, at most four. No man in it is a
//	    king, or of the role and side. Use the changes of theorem TrappedMan for all men of the pocket, and for a man y of the role
//	    that S has elsewhere. Men leave the pocket by a step to a square outside it, and come back likewise. From squares where
//	    they can have been promoted or have castled they leave at once. y never comes to sq while b holds none of the pawns.
//	(f) For all roles. A bishop z of the other side begins on sq, and S shows more bishops of its kind than must have been
//	    promoted. Two kinds of paths do not exist on which a pawn steps onto sq: paths to S on which z is elsewhere then, and in S
//	    in the end; and paths to S, whatever man is followed, if one pawn less of z's side can be taken.
//
// Proof of what follows. Of the men that must have been promoted as many are in S. They were different pawns, none of which stepped to a
// barred square.
//
// Proof of the cases. (a) When the man was promoted, its pawn had just left b. (b) to (d) The game gives such a path. A man that is
// promoted on sq stands there, and no other man does. (e) As (a). Men on different squares stay so, and outside the pocket more is allowed
// than the game does. (f) If z is in S, the game gives a path of the first kind. If z was taken, all bishops of its kind in S were
// promoted. These are more than must have been. So one pawn less of its side was taken, and the game gives a path of the second kind. That
// pawn may have promoted beside a king (counts.go), and be counted as one that S does not need. The two limits hold apart, not added.
//
// In the example a8 is barred for knights by (a). White's a-pawn is the third knight, since Black lacks no man that it can have taken.
//
//	8  . n b q k b n r
//	7  . p p p p p p p
//	6  . p . . . . . .
//	   a b c d e f g h
//
// A knight leaves a8 over b6 or c7. The pawn on c7 has never moved. The one on b6 came from a7, and after that the knight could not leave.
// Before that White's pawn could not pass a7.
//
//	illegal  1nbqkbnr/1ppppppp/1p6/3r4/5N2/8/1PPPPPPP/1NBQKBNR b Kk -
//	legal    Nnbqkbnr/1ppppppp/1p6/3r4/8/8/1PPPPPPP/1NBQKBNR b Kk -
//	game     1. a4 Nh6 2. Ra3 Ng4 3. Rb3 Nf6 4. Rb6 axb6 5. Nh3 Ra5 6. Ng1 Rg5 7. a5 Rh5 8. a6 Rd5 9. a7 Ng8 10. a8=N

// barredPromotions confirms that no such sequences exist.
//
// Invariant: the map barred holds only squares that are proven to be barred.
func barredPromotions(q *question) error {
	s := &q.setup
	if cagedBishop(q) == nil {
		return wrong("another theorem's business")
	}
	b := &barredSquares{question: q, counts: newCounts(s), barred: map[byte]set{}}
	ends := board.RowSet(0) | board.RowSet(7)
	first := q.evidenceSquares() & ends // tried first
	for _, squares := range []set{first, ends &^ first} {
		if squares == 0 {
			continue
		}
		for _, bar := range []func(i int, sq int8){b.byRetraction, b.byPocket, b.byProjections} {
			for _, sq := range board.Squares(squares) {
				if bar(board.Side(board.Row(sq) == 0), sq); q.meter.err != nil {
					return q.meter.err
				}
			}
			b.apply()
			if err := noSquares(b.counts, q.meter); err == nil || q.meter.err != nil {
				return err
			}
		}
	}
	return fmt.Errorf("%w: no square is barred, or it does not matter", ErrUnable)
}

// barredRoles are knights, bishops, and rooks and queens together.
const barredRoles = "NBQ"

// A barredSquares holds the squares that are proven to be barred, with the parts that the proofs share.
type barredSquares struct {
	*question
	counts    *counts      // with the barred squares, set by apply
	projector *projector   // with counts of its own, without them; nil before the first use
	barred    map[byte]set // by role
}

// candidates returns the men of S of a side and role that can have been promoted on a square. For queens it returns rooks, too.
func (b *barredSquares) candidates(i int, role byte, sq int8) (men set) {
	men = b.setup.SquaresWith(board.Man(role, sides[i]))
	switch role {
	case 'B':
		men &= board.Colored(sq)
	case 'Q':
		men |= b.setup.SquaresWith(board.Man('R', sides[i]))
	}
	return men
}

// mustBePromoted reports whether S shows men of a role that must have been promoted, bishops on squares of the color of sq.
func (b *barredSquares) mustBePromoted(i int, role byte, sq int8) bool {
	switch role {
	case 'N':
		return b.counts.leastPromoted(i, 'N') > 0
	case 'B':
		return b.counts.promotedBishops[i][board.Color(sq)] > 0
	}
	return b.counts.leastPromoted(i, 'R')+b.counts.leastPromoted(i, 'Q') > 0
}

// smallRegion returns the candidates of a role, and the region that such a man reaches from a square among the pawns of S. Ok is true if men
// of the role must have been promoted, no candidate is in the region, and it has at most maxRegion squares.
func (b *barredSquares) smallRegion(i int, role byte, sq int8) (men, region set, ok bool) {
	men, region = b.candidates(i, role, sq), board.Flood(role, 1<<sq, board.Pawns(&b.setup))
	return men, region, b.mustBePromoted(i, role, sq) && men&region == 0 && board.Size(region) <= maxRegion
}

// byRetraction bars a square if (a) applies.
func (b *barredSquares) byRetraction(i int, sq int8) {
	behind := sq - 8*board.Ahead(sides[i])
	for _, role := range []byte("NB") {
		men, region, ok := b.smallRegion(i, role, sq)
		if ok && !newRetraction(b.question, role, region, fewPawns).reaches(board.Squares(men), 1<<sq, behind) {
			b.barred[role] |= 1 << sq
		}
	}
}

// byPocket bars a square if (e) applies.
func (b *barredSquares) byPocket(i int, sq int8) {
	pocketRole := board.Role(b.setup.Men[sq])
	pocket := board.Flood(pocketRole, 1<<sq, board.Pawns(&b.setup))
	if pocketRole == 0 || board.Size(pocket) > 4 {
		return
	}
	around := edge(&b.setup, pocketRole, pocket)
	for _, role := range []byte(barredRoles) {
		if b.neverInPocket(i, role, sq, pocket, around) && (role != 'Q' || b.neverInPocket(i, 'R', sq, pocket, around)) {
			b.barred[role] |= 1 << sq
		}
	}
}

// neverInPocket reports whether no man of a pocket is a king, or of the role and side, and the man y of (e) never comes to sq. The pawns around
// the pocket are followed first.
func (b *barredSquares) neverInPocket(i int, role byte, sq int8, pocket, around set) bool {
	r := retractionOf(b.question, around, fewPawns)
	r.inside = pocket
	for _, on := range board.Squares(pocket & board.Occupied(&b.setup)) {
		man := b.setup.Men[on]
		if r.menCount == maxMen-1 || board.Role(man) == 'K' || man == board.Man(role, sides[i]) {
			return false
		}
		exits := board.RowSet(board.HomeRow(!board.IsBlack(man)))
		if board.Role(man) == 'R' { // it may have castled
			exits |= board.RowSet(board.HomeRow(board.IsBlack(man)))
		}
		r.addMan(board.Role(man), on, exits)
	}
	r.addMan(role, elsewhere, 0) // y
	return !r.reaches([]int8{elsewhere}, 1<<sq, sq-8*board.Ahead(sides[i]))
}

// byProjections bars a square if (b), (c), (d) or (f) applies. In (c) and (d) it does not follow the king of the other side.
func (b *barredSquares) byProjections(i int, sq int8) {
	if b.projector == nil {
		b.projector = newProjector(newCounts(&b.setup), b.meter)
	}
	roleOfX := board.Role(b.setup.Men[sq])
	region := board.Flood(roleOfX, 1<<sq, board.Pawns(&b.setup))
	canFollow := roleOfX != 0 && board.Size(region) <= maxRegion && b.setup.Men[sq] != board.Man('K', !sides[i])
	allRoles := b.barredByBishop(i, sq) || canFollow && b.projector.excludes(roleOfX, region, func(p *projection) {
		p.follow(sq)
		p.event = sq
	})
	for _, role := range []byte(barredRoles) {
		if allRoles || b.leadsToNoMan(i, role, sq) || canFollow && b.barredByPaths(i, role, sq, region) {
			b.barred[role] |= 1 << sq
		}
	}
}

// leadsToNoMan reports whether (b) bars a square for a role.
func (b *barredSquares) leadsToNoMan(i int, role byte, sq int8) bool {
	men, region, ok := b.smallRegion(i, role, sq)
	return ok && b.projector.excludes(role, region, func(p *projection) {
		p.side, p.role, p.end, p.event, p.followsPromoted = i, role, men, sq, true
	})
}

// barredByPaths reports whether (d) bars a square for a role. The region is what the man x on the square reaches among the pawns of S.
func (b *barredSquares) barredByPaths(i int, role byte, sq int8, region set) bool {
	area := board.Flood(role, 1<<sq, board.Pawns(&b.setup))
	if board.Size(area) > maxRegion {
		area = 1 << sq
	}
	return b.mustBePromoted(i, role, sq) && b.projector.excludes(board.Role(b.setup.Men[sq]), region|area, func(p *projection) {
		p.follow(sq)
		p.event = sq
		p.secondRole, p.secondArea, p.secondEnd = role, area, b.candidates(i, role, sq)
	})
}

// barredByBishop reports whether (f) bars a square.
func (b *barredSquares) barredByBishop(i int, sq int8) bool {
	other, color, bishops := 1-i, board.Colored(sq), b.candidates(1-i, 'B', sq)
	return board.Homes('B', sides[other]).Has(sq) && board.Size(bishops) > b.counts.promotedBishops[other][board.Color(sq)] &&
		b.excludesStep(i, sq, 1<<sq, bishops, 0) && b.excludesStep(i, sq, color, color, 1) // whatever man is followed
}

// excludesStep reports whether no path of (f) exists on which a pawn of side i steps onto sq. Extra is how many pawns less can be taken.
func (b *barredSquares) excludesStep(i int, sq int8, start, end set, extra int8) bool {
	return b.projector.excludes('B', board.Near['B'][sq], func(p *projection) {
		p.side, p.role, p.start, p.end, p.neverPromoted, p.event = 1-i, 'B', start, end, true, sq
		p.extra[1-i] = extra
	})
}

// apply sets uselessStep and uselessForBishops of the counts by the barred squares.
func (b *barredSquares) apply() {
	for i, c := range sides {
		for x := range int8(8) {
			sq := board.At(x, board.HomeRow(!c))
			barredForSome, barredForNeeded := false, true
			for _, role := range []byte(barredRoles) {
				barred := b.barred[role].Has(sq)
				barredForSome = barredForSome || barred
				barredForNeeded = barredForNeeded && (barred || !b.mustBePromoted(i, role, sq))
			}
			b.counts.uselessStep[i][x] = barredForSome && barredForNeeded
			b.counts.uselessForBishops[i][x] = b.barred['B'].Has(sq) && !b.counts.requiredStep[i][x]
		}
	}
}
