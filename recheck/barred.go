package recheck

import (
	"fmt"

	"chesscensus/recheck/internal/board"
)

// # BarredPromotions
//
// Terms. The changes back from S are those of theorem TrappedMan (trapped.go). A window, a projection, a path and the man that it follows are
// those of theorem ShutOut (shutout.go). The other terms:
//
//   - sq is a square of the last row of a side, and behind is the square from which a pawn of the side steps to sq.
//   - The roles are knight, bishop and queen. A rook counts as a queen here, with a queen's steps, except in (e).
//   - S needs a promoted man if it must have been promoted by the counts: theorem ManyPromotions (men.go), with the rooks and queens that were
//     captured at home (rookshome.go). S needs a role if it needs a man of it, for bishops on squares of the color of sq.
//   - The matching men of a role are the men of S of the side and role, bishops on squares of the color of sq.
//   - sq is barred for a role if no matching man was promoted on sq by a step, in any game to S.
//   - The event of a path is that a pawn of the side steps to sq and promotes.
//   - The resident is the man that S has on sq.
//
// Theorem. S is illegal if the sequences of theorem NoProofKernel, or the solution of theorem NoExtendedKernel, do not exist with these two
// restrictions:
//
//	(1) A promotion by a step on a square that is barred for bishops makes no bishop that S needs.
//	(2) A pawn that steps to a square that is barred for all roles that S needs counts with the captured pawns.
//
// Proof. Take a game to S. Of the men of S that were promoted, choose as many as S needs, by role and color of squares. They were different
// pawns, and none of them stepped to a square that is barred for its role. So (1) holds for the chosen bishops, and a pawn of (2) is none of
// the chosen. The other pawns, captured or promoted, are as many as the side can spare. So the sequences and the solution that the game gives
// keep to (1) and (2).
//
// A square sq is barred in six cases. The function in front tests the case.
//
//	(a) byRetraction: for knights or bishops. The changes back from S lead no matching man to sq while none of the pawns is
//	    on behind.
//	(b) hasNoWayOut: for a role. No path leads from a promotion on sq to a matching man.
//	(c) excludesEvent: for all roles. No path that follows the resident to its square has the event while the resident is elsewhere, or at
//	    its own promotion.
//	(d) excludesPromoted: for a role. No path of (c) exists on which the promoted man is followed, too. It makes steps of its role past
//	    pawns and the resident, within an area: the squares that it reaches from sq among the pawns of S, or sq alone if these are many.
//	    Outside the area it is followed no more. Within it, it ends on a matching man. It is the resident only if that has the role.
//	(e) pocketBars: for a role. The pocket is the squares that the resident reaches from sq among the pawns of S, at most four. No man in
//	    it is a king, or of the side and role. Follow all of them back from S, and one matching man, which is outside. A man leaves the
//	    pocket by a step to a square outside without a pawn, and comes back likewise. From a square where it can have been promoted or have
//	    castled, it leaves without a step. These changes never lead the matching man to sq while none of the pawns is on behind. For
//	    queens this is asked of a queen and of a rook.
//	(f) homeBishopBars: for all roles. sq is the home of a bishop of the other side, the home bishop. S shows more bishops of its kind
//	    than it needs. Two kinds of paths do not exist: paths with the event, on which the home bishop is elsewhere at the event and ends
//	    on a bishop of S; and paths with the event, whatever man they follow, with one pawn of the other side less that can be captured.
//
// Proof of the cases. Suppose that a matching man was promoted on sq by a step.
//
//	(a) Its pawn had just left behind. Read the game backwards from S to this moment: these are such changes, and they lead it to sq.
//	(b) The game gives a path from the promotion to where S has the man.
//	(c) The game gives a path of the resident. When the pawn promoted, nothing else stood on sq. So the resident was elsewhere, or it is the
//	    promoted man.
//	(d) As (c). No two men stand on one square, and the promoted man is a matching man in the end.
//	(e) As (a). The men of the pocket and the promoted man were always on different squares. Outside the pocket the changes allow more than
//	    the game does.
//	(f) If the home bishop is in S, the game gives a path of the first kind. If not, all bishops of its kind in S were promoted, more than
//	    S needs. So one pawn more of its side promoted, one less was captured, and the game gives a path of the second kind. That pawn may
//	    have promoted beside a king, where counts.go counts it as one that S does not need: so these pawns and the one less to capture are
//	    two limits, and their sum is none.
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

// barredPromotions confirms that S is illegal by the theorem. It looks for barred squares among those that the evidence names, then among the
// others, by the cheapest cases first.
//
// Invariant: the map barred holds only squares that are proven to be barred.
func barredPromotions(q *question) error {
	if cagedBishop(q) == nil {
		return wrong("theorem CagedBishop refutes the setup, which then has no counts")
	}
	b := &barredSquares{question: q, counts: newCounts(&q.setup), barred: map[byte]set{}}
	lastRows := board.RowSet(0) | board.RowSet(7)
	named := q.evidenceSquares() & lastRows
	for _, squares := range []set{named, lastRows &^ named} {
		if squares == 0 {
			continue
		}
		for _, barIfProven := range []func(side int, sq int8){b.byRetraction, b.byPocket, b.byProjections} {
			for _, sq := range board.Squares(squares) {
				side := board.Side(board.Row(sq) == 0) // Black promotes on row 0
				barIfProven(side, sq)
				if q.meter.err != nil {
					return q.meter.err
				}
			}
			b.apply()
			err := noSquares(b.counts, q.meter)
			if err == nil || q.meter.err != nil {
				return err
			}
		}
	}
	return fmt.Errorf("%w: no square is barred, or it does not matter", ErrUnable)
}

// barredRoles are the roles for which a square can be barred. Queens stand for rooks, too.
const barredRoles = "NBQ"

// A barredSquares holds the squares that are proven to be barred, with the parts that the proofs share.
type barredSquares struct {
	*question
	counts    *counts      // with the barred squares, set by apply
	projector *projector   // with counts of its own, without them; nil before the first use
	barred    map[byte]set // by role
}

// squareBehind returns the square from which a pawn of a side steps to sq.
func squareBehind(side int, sq int8) int8 { return sq - 8*board.Ahead(sides[side]) }

// matchingMen returns the matching men of a side, a role and a square of promotion. Those for queens include rooks.
func (b *barredSquares) matchingMen(side int, role byte, sq int8) (men set) {
	men = b.setup.SquaresWith(board.Man(role, sides[side]))
	switch role {
	case 'B':
		men &= board.Colored(sq)
	case 'Q':
		men |= b.setup.SquaresWith(board.Man('R', sides[side]))
	}
	return men
}

// isNeeded reports whether S needs a role of a side: promoted men of it, bishops on squares of the color of sq.
func (b *barredSquares) isNeeded(side int, role byte, sq int8) bool {
	switch role {
	case 'N':
		return b.counts.leastPromoted(side, 'N') > 0
	case 'B':
		return b.counts.promotedBishops[side][board.Color(sq)] > 0
	}
	return b.counts.leastPromoted(side, 'R')+b.counts.leastPromoted(side, 'Q') > 0
}

// smallRegion returns the matching men, and the region that a man of the role reaches from sq among the pawns of S. Ok is true if S needs the
// role, no matching man is in the region, and the region has at most maxRegion squares. Otherwise (a) and (b) are not tried.
func (b *barredSquares) smallRegion(side int, role byte, sq int8) (matching, region set, ok bool) {
	matching, region = b.matchingMen(side, role, sq), board.Flood(role, 1<<sq, board.Pawns(&b.setup))
	ok = b.isNeeded(side, role, sq) && matching&region == 0 && board.Size(region) <= maxRegion
	return matching, region, ok
}

// byRetraction bars a square for the roles for which (a) holds. It does not ask about queens and rooks, which leave over the square behind.
func (b *barredSquares) byRetraction(side int, sq int8) {
	for _, role := range []byte("NB") {
		matching, region, ok := b.smallRegion(side, role, sq)
		if ok && !newRetraction(b.question, role, region, fewPawns).reaches(board.Squares(matching), 1<<sq, squareBehind(side, sq)) {
			b.barred[role] |= 1 << sq
		}
	}
}

// byPocket bars a square for the roles for which (e) holds.
func (b *barredSquares) byPocket(side int, sq int8) {
	resident := board.Role(b.setup.Men[sq])
	pocket := board.Flood(resident, 1<<sq, board.Pawns(&b.setup))
	if resident == 0 || board.Size(pocket) > 4 {
		return
	}
	around := edge(&b.setup, resident, pocket)
	for _, role := range []byte(barredRoles) {
		if b.pocketBars(side, role, sq, pocket, around) && (role != 'Q' || b.pocketBars(side, 'R', sq, pocket, around)) {
			b.barred[role] |= 1 << sq
		}
	}
}

// pocketBars reports whether (e) holds for a role; here rooks are not queens. The retraction follows the pawns around the pocket first. It has
// room for maxMen-1 men of the pocket besides.
func (b *barredSquares) pocketBars(side int, role byte, sq int8, pocket, around set) bool {
	kings := b.setup.SquaresWith('K', 'k')
	if (kings|b.setup.SquaresWith(board.Man(role, sides[side])))&pocket != 0 {
		return false
	}
	r := retractionOf(b.question, around, fewPawns)
	r.inside = pocket
	for _, onSquare := range board.Squares(pocket & board.Occupied(&b.setup)) {
		if r.menCount == maxMen-1 {
			return false
		}
		man := b.setup.Men[onSquare]
		exits := board.RowSet(board.HomeRow(!board.IsBlack(man))) // it may have been promoted
		if board.Role(man) == 'R' {                               // or have castled
			exits |= board.RowSet(board.HomeRow(board.IsBlack(man)))
		}
		r.addMan(board.Role(man), onSquare, exits)
	}
	r.addMan(role, elsewhere, 0) // the matching man
	return !r.reaches([]int8{elsewhere}, 1<<sq, squareBehind(side, sq))
}

// byProjections bars a square for the roles for which (b), (c), (d) or (f) holds. It does not ask (c) and (d) about a resident with a large
// region, which can walk away, nor about the king of the other side. The proofs hold for that king, too: to leave it out can only cost
// confirmations. The engine does not ask about it either.
func (b *barredSquares) byProjections(side int, sq int8) {
	if b.projector == nil {
		b.projector = newProjector(newCounts(&b.setup), b.meter)
	}
	resident := b.setup.Men[sq]
	region := board.Flood(board.Role(resident), 1<<sq, board.Pawns(&b.setup))
	canFollow := resident != 0 && board.Size(region) <= maxRegion && resident != board.Man('K', !sides[side])
	allRoles := b.homeBishopBars(side, sq) || canFollow && b.excludesEvent(sq, region)
	for _, role := range []byte(barredRoles) {
		if allRoles || b.hasNoWayOut(side, role, sq) || canFollow && b.excludesPromoted(side, role, sq, region) {
			b.barred[role] |= 1 << sq
		}
	}
}

// hasNoWayOut reports whether (b) bars a square for a role.
func (b *barredSquares) hasNoWayOut(side int, role byte, sq int8) bool {
	matching, region, ok := b.smallRegion(side, role, sq)
	return ok && b.projector.excludes(role, region, func(p *projection) {
		p.side, p.role, p.end = side, role, matching
		p.event, p.followsPromoted = sq, true
	})
}

// excludesEvent reports whether (c) bars a square. The region is what the resident reaches among the pawns of S.
func (b *barredSquares) excludesEvent(sq int8, region set) bool {
	return b.projector.excludes(board.Role(b.setup.Men[sq]), region, func(p *projection) {
		p.follow(sq)
		p.event = sq
	})
}

// excludesPromoted reports whether (d) bars a square for a role. The region is as in excludesEvent.
func (b *barredSquares) excludesPromoted(side int, role byte, sq int8, region set) bool {
	area := board.Flood(role, 1<<sq, board.Pawns(&b.setup))
	if board.Size(area) > maxRegion {
		area = 1 << sq
	}
	return b.isNeeded(side, role, sq) && b.projector.excludes(board.Role(b.setup.Men[sq]), region|area, func(p *projection) {
		p.follow(sq)
		p.event = sq
		p.secondRole, p.secondArea, p.secondEnd = role, area, b.matchingMen(side, role, sq)
	})
}

// homeBishopBars reports whether (f) bars a square.
func (b *barredSquares) homeBishopBars(side int, sq int8) bool {
	other := 1 - side
	bishops := b.matchingMen(other, 'B', sq)
	if !board.Homes('B', sides[other]).Has(sq) || board.Size(bishops) <= b.counts.promotedBishops[other][board.Color(sq)] {
		return false
	}
	all := board.Colored(sq) // whatever man is followed
	return b.excludesHomeBishop(side, sq, 1<<sq, bishops, 0) && b.excludesHomeBishop(side, sq, all, all, 1)
}

// excludesHomeBishop reports whether no path of (f) follows a bishop of the other side from start to end. Extra is how many pawns less of
// that side can be captured.
func (b *barredSquares) excludesHomeBishop(side int, sq int8, start, end set, extra int8) bool {
	other := 1 - side
	return b.projector.excludes('B', board.Near['B'][sq], func(p *projection) {
		p.side, p.role, p.start, p.end, p.neverPromoted = other, 'B', start, end, true
		p.event, p.extra[other] = sq, extra
	})
}

// apply sets uselessStep (2) and uselessForBishops (1) of the counts by the barred squares.
func (b *barredSquares) apply() {
	for side, black := range sides {
		for x := range int8(8) {
			sq := board.At(x, board.HomeRow(!black))
			barredForSome, barredForNeeded := false, true
			for _, role := range []byte(barredRoles) {
				isBarred := b.barred[role].Has(sq)
				barredForSome = barredForSome || isBarred
				barredForNeeded = barredForNeeded && (isBarred || !b.isNeeded(side, role, sq))
			}
			b.counts.uselessStep[side][x] = barredForSome && barredForNeeded
			b.counts.uselessForBishops[side][x] = b.barred['B'].Has(sq) && !b.counts.requiredStep[side][x]
		}
	}
}
