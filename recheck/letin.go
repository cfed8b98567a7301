package recheck

import (
	"slices"

	"chesscensus/recheck/internal/board"
)

// # ShutOut, of men let in one after the other
//
// A bishop cannot leave its home before one of the two pawns diagonally in front of it has moved (for c1, those of b2 and d2). Until then
// the bishop is at home in two cases. (1) The pawns of the other side in S need as many captures (theorem PawnCaptures) as its side lacks
// men: they made all captures, and none on its home row, where a pawn is promoted. (2) S shows all eight pawns of its side, so none was
// promoted, and a bishop of its side on squares of the same color, which is this bishop.
//
// Take one man or two of S. The origins of a man are those of theorem TrappedMan, without some squares of its last row: those on which a
// pawn, added to S, would be the ninth of the side, have no home, or make the pawns need more captures than the other side lacks men. Take a
// set of squares with the men on them. A man outside of the set is elsewhere; its square is not followed there. Go back from S as in theorem
// TrappedMan with all of the men. A man on one of its origins may go elsewhere directly. No man is on the home of a bishop that is at home.
// If there is no moment with all of the men elsewhere, S is illegal.
//
// Proof. Read a game backwards. Each man comes to the origin where it entered the game, and counts as elsewhere from then on, so in the end
// all do. Before that, its moves are steps, and no other man, such as a bishop at home, is on its square.
//
//	illegal  r1nBkb1r/pb1ppppp/1p1p1n2/8/7q/3P4/PPP1PPPP/RN1QKB1R w KQkq -
//	legal    r1nBkb1r/1b1ppppp/pp1p1n2/8/7q/3P4/PPP1PPPP/RN1QKB1R w KQkq -
//	game     1. d3 a6 2. Nh3 Nf6 3. Ng5 Nc6 4. Ne4 Na7 5. Nd6+ cxd6 6. Be3 Qc7 7. Bb6 Qc4 8. Bd8 b6 9. Qd2 Qh4 10. Qc1 Bb7 11. Qd1 Nc8

// neverLetIn reports whether the condition of the theorem holds for one man or two of S, not only of the evidence. It tries men that reach no
// origin past pawns and unmoved men. It tries them alone and in pairs whose regions (the squares they reach) touch, in the order of squares.
func neverLetIn(q *question) bool {
	walls := board.Pawns(&q.setup) | unmovedMen(&q.setup)
	var men []int8
	var regions [64]set
	for _, sq := range board.Squares(board.Occupied(&q.setup) &^ walls) {
		regions[sq] = board.Flood(board.Role(q.setup.Men[sq]), 1<<sq, walls)
		if regions[sq]&q.possibleOrigins(sq) == 0 {
			men = append(men, sq)
		}
	}
	for i, a := range men {
		regionAndRim := regions[a] | board.FloodUntil('K', regions[a], 0, ^regions[a])
		for _, b := range men[i:] { // first a itself, which is one man alone
			if regionAndRim&regions[b] != 0 && q.neverAllOutside(a, b, regions[a]|regions[b]) {
				return true
			}
		}
	}
	return false
}

// neverLetInWithHalf is neverLetIn with half of the states that are left, at most. If they are spent, the error is postponed.
func neverLetInWithHalf(q *question) bool {
	half, m := *q, *q.meter
	m.reserved = (m.limit - m.states) / 2
	half.meter = &m
	isRefuted := neverLetIn(&half)
	q.meter.states, q.meter.postponed = m.states, m.err
	return isRefuted
}

// possibleOrigins returns the origins of the man on a square, as the theorem defines them.
func (q *question) possibleOrigins(sq int8) set {
	man := q.setup.Men[sq]
	role, black := board.Role(man), board.IsBlack(man)
	origins := board.Origins(role, black)
	for _, last := range board.Squares(origins & board.RowSet(board.HomeRow(!black))) {
		withPawn := q.setup
		withPawn.Men[last] = board.Man('P', black)
		captures := leastCaptures(&withPawn, black) // negative if the pawns cannot have come to their squares
		if board.Size(board.PawnsOf(&withPawn, black)) > 8 || captures < 0 || captures > 16-menCount(&q.setup, !black) {
			origins &^= 1 << last
		}
	}
	return origins
}

// neverAllOutside reports whether the men on a and b (one man if a == b) are never all outside a set of squares at the same time. It reports
// false if the budget is spent.
func (q *question) neverAllOutside(a, b int8, inside set) bool {
	s, men := &q.setup, slices.Compact([]int8{a, b})
	bishops := q.homesOfBishops() & inside
	pawns := board.Files(bishops<<1|bishops>>1) & board.Pawns(s)
	for _, sq := range men {
		pawns |= edge(s, board.Role(s.Men[sq]), inside)
	}
	r := retractionOf(q, pawns, min(mostPawns, board.Size(pawns))) // follows no other pawns
	r.inside, r.unmoved = inside, unmovedMen(s)
	for _, sq := range men {
		r.addMan(board.Role(s.Men[sq]), sq, q.possibleOrigins(sq))
	}
	reachable := search[retractionState]{meter: r.meter, seen: map[retractionState]bool{}}
	add := func(state retractionState) {
		onBishopsHome := func(sq int8) bool { return sq != elsewhere && bishops.Has(sq) && r.bishopIsHome(&state, sq) }
		if !slices.ContainsFunc(state.men[:r.menCount], onBishopsHome) {
			reachable.add(state)
		}
	}
	add(r.first)
	for state := range reachable.all {
		if !slices.ContainsFunc(state.men[:r.menCount], func(sq int8) bool { return sq != elsewhere }) {
			return false
		}
		for i := range r.menCount {
			r.walkBack(state, i, add)
		}
		for i := range r.pawnCount {
			r.takeBack(state, i, add)
		}
	}
	return r.meter.err == nil
}

// homesOfBishops returns the homes of the bishops that were there as long as both pawns diagonally in front had not moved.
func (q *question) homesOfBishops() (homes set) {
	for _, c := range sides {
		captures := leastCaptures(&q.setup, !c)
		for _, sq := range board.Squares(board.Homes('B', c)) {
			shown := q.setup.SquaresWith(board.Man('B', c))&board.Colored(sq) != 0
			if captures == 16-menCount(&q.setup, c) || shown && board.Size(board.PawnsOf(&q.setup, c)) == 8 {
				homes |= 1 << sq
			}
		}
	}
	return homes
}

// bishopIsHome reports whether both pawns diagonally in front of a bishop's home have not moved, for one of homesOfBishops.
func (r *retraction) bishopIsHome(state *retractionState, home int8) bool {
	unmovedPawns, black := 0, board.Row(home) > 3 // a home on the upper half of the board is of Black
	for i, sq := range state.pawns[:r.pawnCount] {
		if d := sq - home - 8*board.Ahead(black); r.black[i] == black && (d == 1 || d == -1) {
			unmovedPawns++
		}
	}
	return unmovedPawns == 2
}
