package recheck

import (
	"slices"

	"chesscensus/recheck/internal/board"
)

// # ShutOut, of men let in one after the other
//
// The pawns that S shows of a side made a least number of captures (theorem PawnCaptures). If the other side lacks no more men, these pawns
// took all of its officers that are gone, so none fell on its own home row. If S shows all eight pawns of a side, none of its men was
// promoted, so a bishop that it shows began the game on squares of the same color. In both cases the bishop whose home is between two pawns
// of its side that have not moved is at home.
//
// Take one man or two of S. The origins of a man are those of theorem TrappedMan, without the squares of its last row where no pawn besides
// those of S can have been promoted: with it the pawns would need more captures than the other side lacks men, or would be nine. Take a set
// of squares with the men on them. Go back from S as in theorem TrappedMan with all of the men at once. Each is on one of these squares or
// elsewhere; a man on an origin may be elsewhere at once. No man is on the home of a bishop that must still be there. If the men are never
// all elsewhere, S is illegal.
//
// Proof. Read a game backwards. A man that has come to its origin may count as elsewhere from then on. Up to that moment its moves are
// steps, and no other man is on its square.
//
//	illegal  r1nBkb1r/pb1ppppp/1p1p1n2/8/7q/3P4/PPP1PPPP/RN1QKB1R w KQkq -
//	legal    r1nBkb1r/1b1ppppp/pp1p1n2/8/7q/3P4/PPP1PPPP/RN1QKB1R w KQkq -
//	game     1. d3 a6 2. Nh3 Nf6 3. Ng5 Nc6 4. Ne4 Na7 5. Nd6+ cxd6 6. Be3 Qc7 7. Bb6 Qc4 8. Bd8 b6 9. Qd2 Qh4 10. Qc1 Bb7 11. Qd1 Nc8

// neverLetIn reports whether the theorem holds for one man or two. It tries all men whose region contains no origin, alone and in pairs
// with regions that touch, in the order of their squares. It does not look at the evidence.
func neverLetIn(q *question) bool {
	walls := board.Pawns(&q.setup) | unmovedMen(&q.setup)
	var men []int8
	var regions [64]set
	for _, sq := range board.Squares(board.Occupied(&q.setup) &^ walls) {
		regions[sq] = board.Flood(board.Role(q.setup.Men[sq]), 1<<sq, walls)
		if regions[sq]&q.origins(sq) == 0 {
			men = append(men, sq)
		}
	}
	for i, a := range men {
		near := regions[a] | board.FloodUntil('K', regions[a], 0, ^regions[a])
		for _, b := range men[i:] { // first a itself, which is one man alone
			if near&regions[b] != 0 && q.neverBothOutside(a, b, regions[a]|regions[b]) {
				return true
			}
		}
	}
	return false
}

// origins returns the squares where the man on a square can have entered the game, or more.
func (q *question) origins(sq int8) set {
	man := q.setup.Men[sq]
	role, black := board.Role(man), board.IsBlack(man)
	squares := board.Origins(role, black)
	for _, last := range board.Squares(squares & board.RowSet(board.HomeRow(!black))) {
		with := q.setup
		with.Men[last] = board.Man('P', black)
		least := leastCaptures(&with, black)
		if board.Size(board.PawnsOf(&with, black)) > 8 || least < 0 || least > 16-menCount(&q.setup, !black) {
			squares &^= 1 << last
		}
	}
	return squares
}

// neverBothOutside reports whether the men on a and b (one man if a == b) are never all outside a set of squares. It reports false if the
// budget is spent.
func (q *question) neverBothOutside(a, b int8, inside set) bool {
	s, men := &q.setup, slices.Compact([]int8{a, b})
	bishops := q.homesOfBishops() & inside
	pawns := board.Files(bishops<<1|bishops>>1) & board.Pawns(s)
	for _, sq := range men {
		pawns |= edge(s, board.Role(s.Men[sq]), inside)
	}
	r := retractionOf(q, pawns, min(mostPawns, board.Size(pawns))) // follows no other pawns
	r.inside, r.unmoved, r.menCount = inside, unmovedMen(s), copy(r.first.men[:], men)
	for i, sq := range men {
		r.roles[i], r.exits[i] = board.Role(s.Men[sq]), q.origins(sq)
	}
	reachable := search[retractionState]{meter: r.meter, seen: map[retractionState]bool{}}
	add := func(state retractionState) {
		onBishop := func(sq int8) bool { return sq != elsewhere && bishops.Has(sq) && r.bishopIsHome(&state, sq) }
		if !slices.ContainsFunc(state.men[:r.menCount], onBishop) {
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

// homesOfBishops returns the homes of the bishops that certainly stood there as long as both pawns beside had not moved.
func (q *question) homesOfBishops() (homes set) {
	for _, c := range sides {
		least := leastCaptures(&q.setup, !c)
		for _, sq := range board.Squares(board.Homes('B', c)) {
			shown := q.setup.SquaresWith(board.Man('B', c))&board.Colored(sq) != 0
			if least == 16-menCount(&q.setup, c) || shown && board.Size(board.PawnsOf(&q.setup, c)) == 8 {
				homes |= 1 << sq
			}
		}
	}
	return homes
}

// bishopIsHome reports whether both pawns beside a bishop's home have not moved.
func (r *retraction) bishopIsHome(state *retractionState, home int8) bool {
	beside, black := 0, board.Row(home) > 3
	for i, sq := range state.pawns[:r.pawnCount] {
		if d := sq - home - 8*board.Ahead(black); r.black[i] == black && (d == 1 || d == -1) {
			beside++
		}
	}
	return beside == 2
}
