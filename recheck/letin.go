package recheck

import (
	"slices"

	"chesscensus/recheck/internal/board"
)

// # ShutOut, of men let in one after the other
//
// The pawns that S shows of a side made a least number of captures (theorem PawnCaptures). If this is all that the
// other side lacks, no officer of the other side was taken but by these pawns, so none on its home row. If S shows
// all eight pawns of a side, nobody of it was promoted; a bishop of it on squares of one color began the game then. In
// both cases the bishop whose home is between two pawns of its side that have not moved is at home.
//
// Take one man or two of S. The origins of a man are those of theorem TrappedMan, but for squares of its last row
// on which no pawn can have been promoted besides those of S: it would have made more captures with them than the other side
// lacks men, or been the ninth pawn. Take squares with the men on them. Go back from S as in theorem
// TrappedMan with both men, each on one of these squares or elsewhere; on an origin it may be elsewhere at once.
// No man is on the home of a bishop that is there for sure. If never all men are elsewhere, S is illegal.
//
// Proof. Read a game backwards. A man that has come to its origin may be taken for elsewhere from then on. Up to
// that moment its moves are steps, and nobody else is on its square.
//
//	illegal  r1nBkb1r/pb1ppppp/1p1p1n2/8/7q/3P4/PPP1PPPP/RN1QKB1R w KQkq -
//	legal    r1nBkb1r/1b1ppppp/pp1p1n2/8/7q/3P4/PPP1PPPP/RN1QKB1R w KQkq -
//	game     1. d3 a6 2. Nh3 Nf6 3. Ng5 Nc6 4. Ne4 Na7 5. Nd6+ cxd6 6. Be3 Qc7 7. Bb6 Qc4 8. Bd8 b6 9. Qd2 Qh4 10. Qc1 Bb7 11. Qd1 Nc8

// neverLetIn confirms that one man or two were never let in, of those that the evidence names or of all that are shut in.
func neverLetIn(q *question) bool {
	walls := board.Pawns(&q.setup) | unmovedMen(&q.setup)
	regions := map[int8]set{}
	for _, sq := range board.Squares(board.MenOf(&q.setup) &^ walls) {
		if region := board.Flood(board.Role(q.setup.Men[sq]), 1<<sq, walls); region&q.origins(sq) == 0 {
			regions[sq] = region
		}
	}
	for a, region := range regions {
		for b, other := range regions { // a itself among them: one man
			near := region | board.Roam('K', region, 0, ^region)
			if a <= b && near&other != 0 && q.together(a, b, region|other) {
				return q.meter.err == nil
			}
		}
	}
	return false
}

// origins returns where the man on a square can have entered the game.
func (q *question) origins(sq int8) set {
	man := q.setup.Men[sq]
	role, black := board.Role(man), board.IsBlack(man)
	squares := board.Origins(role, black)
	for _, last := range board.Squares(squares & board.RowSet(board.HomeRow(!black))) {
		with := q.setup
		with.Men[last] = board.Man('P', black)
		least, _ := changes(&with, black)
		if board.Size(board.PawnsOf(&with, black)) > 8 || least < 0 || least > 16-men(&q.setup, !black) {
			squares &^= 1 << last
		}
	}
	return squares
}

// together reports whether the men on two squares, or one if they are the same, are never both outside some squares.
func (q *question) together(a, b int8, inside set) bool {
	s, men := &q.setup, slices.Compact([]int8{a, b})
	sure := q.sureBishops() & inside
	pawns := board.Files(sure<<1|sure>>1) & board.Pawns(s)
	for _, sq := range men {
		pawns |= edge(s, board.Role(s.Men[sq]), inside)
	}
	r := retractionOf(q, pawns, min(mostPawns, board.Size(pawns))) // no others
	r.inside, r.unmoved, r.m = inside, unmovedMen(s), copy(r.first.men[:], men)
	for i, sq := range men {
		r.roles[i], r.exits[i] = board.Role(s.Men[sq]), q.origins(sq)
	}
	z := search[retracted]{meter: r.meter, seen: map[retracted]bool{}}
	add := func(st retracted) {
		if !slices.ContainsFunc(st.men[:r.m], func(sq int8) bool { return sq != elsewhere && sure.Has(sq) && r.keepsBishop(&st, sq) }) {
			z.add(st)
		}
	}
	add(r.first)
	for st := range z.all {
		if !slices.ContainsFunc(st.men[:r.m], func(sq int8) bool { return sq != elsewhere }) {
			return false
		}
		for i := range r.m {
			r.walk(st, i, add)
		}
		for i := range r.n {
			r.back(st, i, add)
		}
	}
	return r.meter.err == nil
}

// sureBishops returns the homes of bishops that were there until one of the pawns beside them moved.
func (q *question) sureBishops() (homes set) {
	for _, c := range sides {
		least, _ := changes(&q.setup, !c)
		for _, sq := range board.Squares(board.Homes('B', c)) {
			shown := q.setup.Of(board.Man('B', c))&board.Colored(sq) != 0
			if least == 16-men(&q.setup, c) || shown && board.Size(board.PawnsOf(&q.setup, c)) == 8 {
				homes |= 1 << sq
			}
		}
	}
	return homes
}

// keepsBishop reports whether pawns that have not moved keep the bishop of a square at home.
func (r *retraction) keepsBishop(st *retracted, home int8) bool {
	beside, black := 0, board.Row(home) > 3
	for i, sq := range st.pawns[:r.n] {
		if d := sq - home - 8*board.Ahead(black); r.black[i] == black && (d == 1 || d == -1) {
			beside++
		}
	}
	return beside == 2
}
