package recheck

import (
	"fmt"

	"chesscensus/recheck/internal/board"
)

// # BarredPromotions
//
// Let it be known that no man of a role that S shows was promoted by a step on some square: the
// square is barred for the role. If it is barred for all roles of which S shows men that must
// have been promoted, a pawn that stepped there is one of those that S does not need. So the
// sequences of theorems NoProofKernel and NoExtendedKernel exist even if promotions by steps
// on squares that are barred for bishops do not count for bishops, and such pawns count with
// those that are taken.
//
// A square is barred
//
//	(a) for bishops or knights, if none of S goes back to it by the changes of theorem
//	    TrappedMan to a state in which the square behind it holds none of the pawns
//	(b) for a role, if a projection (theorem ShutOut) does not lead from a promotion there to a
//	    man of S; rooks and queens together, as queens
//	(c) for all roles, if a projection with the man that S has there does not lead to S when a
//	    pawn has stepped there while the man was elsewhere, or was the one promoted
//	(d) for a role, as (c), if it does not lead to S when what was promoted makes steps of the role past pawns
//	    and the man, and ends on a man of S of its role, or leaves the squares that one on sq can come to in S; if these
//	    are many, if it leaves sq. What was promoted is the man only if it is of this role
//
//	(e) for a role, by the changes of theorem TrappedMan with more men: those on the squares,
//	    at most four, that the man on it reaches among the pawns of S, none a king or of the
//	    role and side; and one of the role, who is elsewhere in S, does not come to the square
//	    while the one behind it holds none of the pawns. Men go elsewhere by a step beyond the
//	    squares and come back likewise; at once, where they can have been promoted, or castled
//
//	(f) for all roles, if a bishop of the other side begins there, S shows more bishops of its kind than must have been
//	    promoted, and no projection leads to S when a pawn has stepped there: neither with that bishop, elsewhere by then
//	    and in S; nor, whatever is followed, if one pawn less of its side can be taken
//
// Proof. Of the men that must have been promoted as many are in S, and were different pawns, of
// which none stepped to a barred square. For (a): when the man was promoted, its pawn had just
// left the square behind. (b) to (d): the game is such a path. (e) is as (a);
// men on different squares stay so, and elsewhere more is allowed than the game does. A man of S that is promoted on
// a square stands there, and nobody else then. For (f): if the bishop that began there is in S, the first projection follows
// it. If it was taken, all its kind in S were promoted, which is one more than must have been: one pawn of its
// side less was taken, as in the second.
//
//	illegal  1nbqkbnr/1ppppppp/1p6/3r4/5N2/8/1PPPPPPP/1NBQKBNR b Kk -
//	legal    Nnbqkbnr/1ppppppp/1p6/3r4/8/8/1PPPPPPP/1NBQKBNR b Kk -
//	game     1. a4 Nh6 2. Ra3 Ng4 3. Rb3 Nf6 4. Rb6 axb6 5. Nh3 Ra5 6. Ng1 Rg5 7. a5 Rh5 8. a6 Rd5 9. a7 Ng8 10. a8=N

// barredPromotions confirms that there are no such sequences.
func barredPromotions(q *question) error {
	s := &q.setup
	if cagedBishop(q) == nil {
		return wrong("another theorem's business")
	}
	b := &bars{question: q, needs: newNeeds(s), barred: map[byte]set{}}
	ends := board.RowSet(0) | board.RowSet(7)
	first := q.evident() & ends // squares that are barred are looked for there first
	for _, squares := range []set{first, ends &^ first} {
		if squares == 0 {
			continue
		}
		for _, bar := range []func(i int, sq int8){b.back, b.pocket, b.projections} {
			for _, sq := range board.Squares(squares) {
				if bar(board.Side(board.Row(sq) == 0), sq); q.meter.err != nil {
					return q.meter.err
				}
			}
			b.settle()
			if err := noSquares(b.needs, q.meter); err == nil || q.meter.err != nil {
				return err
			}
		}
	}
	return fmt.Errorf("%w: no square is barred, or it does not matter", ErrUnable)
}

// barredRoles are knights, bishops, and rooks and queens together.
const barredRoles = "NBQ"

// bars are squares where men were not promoted.
type bars struct {
	*question
	needs     *needs
	projector *projector
	barred    map[byte]set // by role
}

// men returns the men of a side that can have been promoted on a square, by role; queens stand
// for rooks too.
func (b *bars) men(i int, role byte, sq int8) (found set) {
	found = b.setup.Of(board.Man(role, sides[i]))
	switch role {
	case 'B':
		found &= board.Colored(sq)
	case 'Q':
		found |= b.setup.Of(board.Man('R', sides[i]))
	}
	return found
}

// needed reports whether men of a role that were promoted on squares of the color of sq must be
// in S.
func (b *bars) needed(i int, role byte, sq int8) bool {
	switch role {
	case 'N':
		return b.needs.made(i, 'N') > 0
	case 'B':
		return b.needs.bishops[i][board.Color(sq)] > 0
	}
	return b.needs.made(i, 'R')+b.needs.made(i, 'Q') > 0
}

// away returns the men of a role that must have been promoted, if the pawns of S keep them from a
// square and the squares that one reaches from there are few.
func (b *bars) away(i int, role byte, sq int8) (found, region set, ok bool) {
	found, region = b.men(i, role, sq), board.Flood(role, 1<<sq, board.Pawns(&b.setup))
	return found, region, b.needed(i, role, sq) && found&region == 0 && board.Size(region) <= 8
}

// back bars a square by (a).
func (b *bars) back(i int, sq int8) {
	behind := sq - 8*board.Ahead(sides[i])
	for _, role := range []byte("NB") {
		if found, region, ok := b.away(i, role, sq); ok && !newRetraction(b.question, role, region, fewPawns).reaches(board.Squares(found), 1<<sq, behind) {
			b.barred[role] |= 1 << sq
		}
	}
}

// pocket bars a square by (e).
func (b *bars) pocket(i int, sq int8) {
	role := board.Role(b.setup.Men[sq])
	if role == 0 || role == 'K' {
		return
	}
	inside := board.Flood(role, 1<<sq, board.Pawns(&b.setup))
	if board.Size(inside) > 4 {
		return
	}
	full := func(role byte) bool {
		r := newRetraction(b.question, board.Role(b.setup.Men[sq]), inside, fewPawns)
		r.m, r.inside = 0, inside
		for _, at := range board.Squares(inside & board.MenOf(&b.setup)) {
			man := b.setup.Men[at]
			if r.m == mostMen-1 || board.Role(man) == 'K' || man == board.Man(role, sides[i]) {
				return false
			}
			r.roles[r.m], r.first.men[r.m] = board.Role(man), at
			r.gone[r.m] = board.RowSet(board.HomeRow(!board.IsBlack(man)))
			if board.Role(man) == 'R' {
				r.gone[r.m] |= board.RowSet(board.HomeRow(board.IsBlack(man)))
			}
			r.m++
		}
		r.roles[r.m] = role
		r.m++
		return !r.reaches([]int8{elsewhere}, 1<<sq, sq-8*board.Ahead(sides[i]))
	}
	for _, role := range []byte(barredRoles) {
		if full(role) && (role != 'Q' || full('R')) {
			b.barred[role] |= 1 << sq
		}
	}
}

// projections bars a square by (b), (c), (d) and (f).
func (b *bars) projections(i int, sq int8) {
	if b.projector == nil {
		b.projector = newProjector(newNeeds(&b.setup), b.meter)
	}
	for _, role := range []byte(barredRoles) {
		if found, region, ok := b.away(i, role, sq); ok && b.projector.excludes(role, region, func(z *projection) {
			z.side, z.role, z.end = i, role, found
			z.event, z.is = sq, true
		}) {
			b.barred[role] |= 1 << sq
		}
	}
	man := board.Role(b.setup.Men[sq])
	region := board.Flood(man, 1<<sq, board.Pawns(&b.setup))
	few := man != 0 && board.Size(region) <= 8 && b.setup.Men[sq] != board.Man('K', !sides[i])
	all := b.stayed(i, sq) || few && b.projector.excludes(man, region, func(z *projection) {
		z.follow(sq)
		z.event = sq
	})
	for _, role := range []byte(barredRoles) {
		if all || few && b.needed(i, role, sq) && b.passed(i, role, sq, region) {
			b.barred[role] |= 1 << sq
		}
	}
}

// passed reports whether (d) bars a square for a role; region is where the man on it gets.
func (b *bars) passed(i int, role byte, sq int8, region set) bool {
	room := board.Flood(role, 1<<sq, board.Pawns(&b.setup))
	if board.Size(room) > 8 {
		room = 1 << sq
	}
	return b.projector.excludes(board.Role(b.setup.Men[sq]), region|room, func(z *projection) {
		z.follow(sq)
		z.event = sq
		z.second, z.room, z.stays = role, room, b.men(i, role, sq)
	})
}

// stayed reports whether (f) bars a square.
func (b *bars) stayed(i int, sq int8) bool {
	o := 1 - i
	kind := b.men(o, 'B', sq)
	if !board.Homes('B', sides[o]).Has(sq) || board.Size(kind) <= b.needs.bishops[o][board.Color(sq)] {
		return false
	}
	step := func(z *projection) {
		z.side, z.role, z.start, z.end, z.began = o, 'B', 1<<sq, kind, true
		z.event = sq
	}
	gates := board.Near['B'][sq]
	return b.projector.excludes('B', gates, step) && b.projector.excludes('B', gates, func(z *projection) {
		step(z)
		z.start, z.end = board.Colored(sq), board.Colored(sq)
		z.vain[o] = 1
	})
}

// settle says what the bars mean for kernels.
func (b *bars) settle() {
	for i, c := range sides {
		for x := range int8(8) {
			sq := board.At(x, board.HomeRow(!c))
			some, all := false, true
			for _, role := range []byte(barredRoles) {
				barred := b.barred[role].Has(sq)
				some, all = some || barred, all && (barred || !b.needed(i, role, sq))
			}
			b.needs.barren[i][x] = some && all
			b.needs.noBishop[i][x] = b.barred['B'].Has(sq) && !b.needs.required[i][x]
		}
	}
}
