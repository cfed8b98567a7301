package recheck

import "chesscensus/recheck/internal/board"

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
	type home struct {
		square set
		pawns  [2]int8
		black  bool
	}
	var homes []home
	s := &q.setup
	edges := edge(s, board.Role(s.Men[a]), inside) | edge(s, board.Role(s.Men[b]), inside)
	for _, c := range sides {
		least, _ := changes(s, !c)
		for _, sq := range board.Squares(board.Homes('B', c) & inside) {
			shown := s.Of(board.Man('B', c))&board.Colored(sq) != 0
			if least == 16-men(s, c) || shown && board.Size(board.PawnsOf(s, c)) == 8 {
				beside := sq + 8*board.Ahead(c)
				homes = append(homes, home{1 << sq, [2]int8{beside - 1, beside + 1}, c})
				edges |= board.Files(1<<(beside-1)|1<<(beside+1)) & board.PawnsOf(s, c)
			}
		}
	}
	r := retractionOf(q, edges, min(mostPawns, board.Size(edges))) // no others
	r.m, r.inside, r.unmoved = 1, inside, unmovedMen(s)
	r.first.men = [maxMen]int8{a, b}
	if a != b {
		r.m = 2
	}
	for i, sq := range r.first.men[:r.m] {
		r.roles[i], r.exits[i] = board.Role(s.Men[sq]), q.origins(sq)
	}
	z := search[retracted]{meter: r.meter, seen: map[retracted]bool{}}
	add := func(st retracted) {
		for _, h := range homes {
			n := 0
			for i, sq := range st.pawns[:r.n] {
				if r.black[i] == h.black && (sq == h.pawns[0] || sq == h.pawns[1]) {
					n++
				}
			}
			for _, sq := range st.men[:r.m] {
				if n == 2 && sq != elsewhere && h.square.Has(sq) {
					return
				}
			}
		}
		z.add(st)
	}
	add(r.first)
	for st := range z.all {
		if st.men[0] == elsewhere && (r.m == 1 || st.men[1] == elsewhere) {
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
