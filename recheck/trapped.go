package recheck

import (
	"cmp"
	"slices"
	"strings"

	"chesscensus/recheck/internal/board"
)

// # TrappedMan
//
// Take some pawns of S and one other man. Go back from S by these changes alone: one of the
// pawns that is not on its pawn row goes back a row, straight, or to a neighboring file, which
// takes a capture back; the man makes a step. Nobody enters the square of another of them. A
// side takes back no more captures than the other lacks men. If the man never comes to a
// square where it can have entered the game, S is illegal: its home squares, those where
// castling puts it, and but for kings the last row.
//
// Proof. Read a game backwards until the man is where it entered. Pawns of S were pawns
// throughout. A move of any of them, taken back, is such a change, a double step two; a step of
// the man over several squares is several. All squares so passed were empty. Other moves
// change nothing of these men.
//
//	illegal  rnbqkb1r/pppppppp/8/8/3P4/6P1/PPP1PPPB/RN1QKBNR b KQkq -
//	legal    rnbqkb1r/pppppppp/8/8/3P4/7P/PPP1PPPB/RN1QKBNR b KQkq -
//	game     1. d4 Nh6 2. h3 Ng4 3. Bf4 Nh2 4. Bxh2

// Men that have never moved (deadlock.go) may be left where they are: nobody enters their squares. And a king makes no step
// back from a square that one of the pawns attacks: it would have moved into check. (Castling ends on a square where it may end.)
//
//	illegal  r1bqkb1r/pppppppp/8/3n4/8/8/PPPPPPPP/nQB1KBNR b Kkq -
//	legal    r1bqkb1r/pppppppp/8/3n4/8/3P4/PPP1PPPP/nQB1KBNR b Kkq -
//	game     1. d3 Nc6 2. Bf4 Nd4 3. Nc3 Nb3 4. Nd5 Nxa1 5. Qc1 Nf6 6. Qb1 Nxd5 7. Bc1

// trappedMan confirms that one of the men was never let in, with few pawns first.
func trappedMan(q *question) error {
	unmoved := unmovedMen(&q.setup)
	for _, most := range []int{fewPawns, mostPawns} {
		for _, sq := range q.candidates() {
			role := board.Role(q.setup.Men[sq])
			if role != 0 && role != 'P' && !unmoved.Has(sq) && q.neverComesTo(sq, board.Origins(role, board.IsBlack(q.setup.Men[sq])), unmoved, most) {
				return nil
			}
		}
	}
	return cmp.Or(q.meter.err, wrong("every man can have come in, as far as this is followed"))
}

// neverComesTo reports whether the man on a square goes back to none of some squares, with so many pawns followed and men held.
func (q *question) neverComesTo(sq int8, to, held set, maxPawns int) bool {
	role, black, pawns := board.Role(q.setup.Men[sq]), board.IsBlack(q.setup.Men[sq]), board.Pawns(&q.setup)
	attacked := set(0)
	if role == 'K' {
		attacked = board.Covered(board.PawnsOf(&q.setup, !black), !black)
	}
	region := board.Roam(role, 1<<sq, pawns|held, attacked)
	if region&to != 0 || q.meter.err != nil {
		return false
	}
	if role == 'K' { // the pawns that guard its way are around it, too
		region |= board.Roam(role, region, 0, ^region)
	}
	r := newRetraction(q, role, region, maxPawns)
	r.unmoved, r.isKing, r.kingIsBlack = held, role == 'K', black
	return !r.reaches([]int8{sq}, to, board.None)
}

// evidenceSquares is the set of squares that the end of the evidence names, as ": Ba7".
func (q *question) evidenceSquares() (squares set) {
	_, names, _ := strings.Cut(q.certificate.Evidence, ": ")
	for name := range strings.FieldsSeq(names) {
		if sq := board.ParseSquare(name[max(0, len(name)-2):]); sq != board.None {
			squares |= 1 << sq
		}
	}
	return squares
}

// candidates returns all squares, those first that the evidence names.
func (q *question) candidates() []int8 {
	first := q.evidenceSquares()
	return append(board.Squares(first), board.Squares(^first)...)
}

// fewPawns is how many pawns a retraction follows mostly, mostPawns how many at most.
const fewPawns, mostPawns = 7, 9

// maxMen is how many other men a retraction follows.
const maxMen = 4

// elsewhere is where men are that have left the squares in which a retraction follows them.
const elsewhere = int8(64)

// A retraction is pawns and men that go back from S.
type retraction struct {
	setup       *board.Setup
	meter       *meter
	black       [mostPawns]bool
	first       retracted
	n, m        int          // pawns and men
	roles       [maxMen]byte // of the men, the last of whom is asked about
	exits       [maxMen]set  // squares from which a man may be elsewhere at once
	inside      set          // squares in which men are followed
	unmoved     set          // men that have never moved
	isKing      bool         // the last man is a king, of side kingIsBlack
	kingIsBlack bool
}

// retracted is a state: the squares of the pawns and of the men, and captures to take back.
type retracted struct {
	pawns [mostPawns]int8
	left  [2]int8
	men   [maxMen]int8
}

// newRetraction takes the pawns around a region, then those on their files, then those beside,
// so many at most.
func newRetraction(q *question, role byte, region set, most int) *retraction {
	r := retractionOf(q, edge(&q.setup, role, region), most)
	r.m, r.roles, r.inside = 1, [maxMen]byte{role}, ^set(0)
	return r
}

// retractionOf takes some pawns, then those on their files, then those beside, so many at most.
func retractionOf(q *question, some set, most int) *retraction {
	r := &retraction{setup: &q.setup, meter: q.meter}
	for i, c := range sides {
		r.first.left[i] = int8(16 - men(&q.setup, !c))
	}
	pawns, files := board.Pawns(&q.setup), board.Files(some)
	beside := files | files<<1&^board.AFile | files>>1&^board.HFile
	for _, group := range []set{some, pawns & files &^ some, pawns & beside &^ files} {
		for _, sq := range board.Squares(group) {
			if r.n < most {
				r.black[r.n], r.first.pawns[r.n] = board.IsBlack(q.setup.Men[sq]), sq
				r.n++
			}
		}
	}
	return r
}

// edge is the set of pawns one step of a role away from a region.
func edge(s *board.Setup, role byte, region set) set {
	return board.Roam(role, region, 0, ^region) & board.Pawns(s)
}

// reaches reports whether the last man can go back from one of some squares to one of others, while
// no pawn stands on clear if that is not [board.None]; and if the search was too large.
func (r *retraction) reaches(from []int8, to set, clear int8) bool {
	z := search[retracted]{meter: r.meter, seen: map[retracted]bool{}}
	for _, sq := range from {
		st := r.first
		st.men[r.m-1] = sq
		z.add(st)
	}
	for st := range z.all {
		if last := st.men[r.m-1]; last != elsewhere && to.Has(last) && !slices.Contains(st.pawns[:r.n], clear) {
			return true
		}
		for i := range r.m {
			r.walk(st, i, z.add)
		}
		for i := range r.n {
			r.back(st, i, z.add)
		}
	}
	return r.meter.err != nil
}

// walk adds the steps of man i, out of the squares in which it is followed and into them too.
func (r *retraction) walk(st retracted, i int, add func(retracted)) {
	var pawns, attackers set
	held := r.unmoved
	for j, sq := range st.pawns[:r.n] {
		if pawns |= 1 << sq; r.black[j] != r.kingIsBlack {
			attackers |= 1 << sq
		}
	}
	if r.isKing && i == r.m-1 && board.Covered(attackers, !r.kingIsBlack).Has(st.men[i]) {
		return
	}
	for _, sq := range st.men[:r.m] {
		held |= 1 << sq // nothing for elsewhere
	}
	at, next, steps := st.men[i], st, &board.Near[r.roles[i]]
	free, outside := r.inside&^pawns&^held, ^(r.inside | pawns | r.unmoved)
	if at == elsewhere {
		for _, next.men[i] = range board.Squares(free) {
			if steps[next.men[i]]&outside != 0 {
				add(next)
			}
		}
		return
	}
	for _, next.men[i] = range board.Squares(steps[at] & free) {
		add(next)
	}
	if next.men[i] = elsewhere; steps[at]&outside != 0 || r.exits[i].Has(at) {
		add(next)
	}
}

// back adds what pawn i can take back.
func (r *retraction) back(st retracted, i int, add func(retracted)) {
	sq, c := st.pawns[i], r.black[i]
	if board.Risen(sq, c) == 0 {
		return
	}
	for side8 := int8(-1); side8 <= 1; side8++ {
		to := board.At(board.File(sq)+side8, board.Row(sq)-board.Ahead(c))
		next := st
		if side8 != 0 {
			next.left[board.Side(c)]--
		}
		if to == board.None || r.unmoved.Has(to) || slices.Contains(st.men[:r.m], to) || next.left[board.Side(c)] < 0 || slices.Contains(st.pawns[:r.n], to) {
			continue
		}
		next.pawns[i] = to
		add(next)
	}
}
