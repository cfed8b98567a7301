package recheck

import (
	"cmp"
	"slices"
	"strings"

	"chesscensus/recheck/internal/board"
)

// # TrappedMan
//
// Take some pawns of S and one other man. Go back from S by these changes alone:
//
//   - One of the pawns that is not on its pawn row goes back a row, either straight, or to a neighboring file, which takes back a capture.
//     A side takes back no more captures than the other lacks men.
//   - The man makes a step.
//   - None of them enters the square of another.
//
// The origins of the man are its home squares, the squares where castling puts it, and, except for kings, the last row. If it never comes
// to an origin, S is illegal.
//
// Proof. Read a game backwards until the man is where it entered. Pawns of S were pawns throughout. A move of one of them, taken back, is
// such a change, and a double step is two. A move of the man over several squares is several steps. All squares passed were empty. Other
// moves do not change the squares of these men.
//
//	illegal  rnbqkb1r/pppppppp/8/8/3P4/6P1/PPP1PPPB/RN1QKBNR b KQkq -
//	legal    rnbqkb1r/pppppppp/8/8/3P4/7P/PPP1PPPB/RN1QKBNR b KQkq -
//	game     1. d4 Nh6 2. h3 Ng4 3. Bf4 Nh2 4. Bxh2

// Two conditions may be added. No man enters the square of an unmoved man (deadlock.go). A king makes no step back from a square that one
// of the pawns attacks, as it would have moved into check. (Castling ends on no attacked square, either.)
//
//	illegal  r1bqkb1r/pppppppp/8/3n4/8/8/PPPPPPPP/nQB1KBNR b Kkq -
//	legal    r1bqkb1r/pppppppp/8/3n4/8/3P4/PPP1PPPP/nQB1KBNR b Kkq -
//	game     1. d3 Nc6 2. Bf4 Nd4 3. Nc3 Nb3 4. Nd5 Nxa1 5. Qc1 Nf6 6. Qb1 Nxd5 7. Bc1

// trappedMan confirms that one of the men never comes to an origin. It follows few pawns for all men first, then more.
func trappedMan(q *question) error {
	unmoved := unmovedMen(&q.setup)
	for _, most := range []int{fewPawns, mostPawns} {
		for _, sq := range q.candidates() {
			role := board.Role(q.setup.Men[sq])
			if role != 0 && role != 'P' && !unmoved.Has(sq) &&
				q.neverComesTo(sq, board.Origins(role, board.IsBlack(q.setup.Men[sq])), unmoved, most) {
				return nil
			}
		}
	}
	return cmp.Or(q.meter.err, wrong("every man can have come in, as far as this is followed"))
}

// neverComesTo reports whether the man on a square comes back to none of the given squares, while unmoved men stay and at most maxPawns
// pawns are followed.
func (q *question) neverComesTo(sq int8, to, unmoved set, maxPawns int) bool {
	role, black, pawns := board.Role(q.setup.Men[sq]), board.IsBlack(q.setup.Men[sq]), board.Pawns(&q.setup)
	attacked := set(0)
	if role == 'K' {
		attacked = board.PawnAttacks(board.PawnsOf(&q.setup, !black), !black)
	}
	region := board.FloodUntil(role, 1<<sq, pawns|unmoved, attacked)
	if region&to != 0 || q.meter.err != nil {
		return false
	}
	if role == 'K' { // the pawns that guard its way are around it, too
		region |= board.FloodUntil(role, region, 0, ^region)
	}
	r := newRetraction(q, role, region, maxPawns)
	r.unmoved, r.isKing, r.kingIsBlack = unmoved, role == 'K', black
	return !r.reaches([]int8{sq}, to, board.None)
}

// evidenceSquares returns the squares that the evidence names after ": ", such as a7 in ": Ba7".
func (q *question) evidenceSquares() (squares set) {
	_, names, _ := strings.Cut(q.certificate.Evidence, ": ")
	for name := range strings.FieldsSeq(names) {
		if sq := board.ParseSquare(name[max(0, len(name)-2):]); sq != board.None {
			squares |= 1 << sq
		}
	}
	return squares
}

// candidates returns all squares, those that the evidence names first.
func (q *question) candidates() []int8 {
	first := q.evidenceSquares()
	return append(board.Squares(first), board.Squares(^first)...)
}

// fewPawns is the number of pawns that a retraction follows at first, mostPawns the largest number that it can follow.
const fewPawns, mostPawns = 7, 9

// maxMen is the largest number of other men that a retraction follows, maxRegion the number of squares of the largest region of a man that a
// projection follows.
const maxMen, maxRegion = 4, 8

// elsewhere stands for any square outside the squares in which a man is followed.
const elsewhere = int8(64)

// A retraction follows pawns and men back from S. The question is about the last of the men.
type retraction struct {
	setup               *board.Setup
	meter               *meter
	black               [mostPawns]bool // by pawn: it is Black's
	first               retractionState // that of S
	pawnCount, menCount int
	roles               [maxMen]byte // of the men, the last of whom is asked about
	exits               [maxMen]set  // squares from which a man may be elsewhere at once
	inside              set          // squares in which men are followed
	unmoved             set          // men that have never moved
	isKing              bool         // the last man is a king, of side kingIsBlack
	kingIsBlack         bool
}

// retractionState is a state: the squares of the pawns and of the men, and captures to take back.
type retractionState struct {
	pawns        [mostPawns]int8
	capturesLeft [2]int8
	men          [maxMen]int8
}

// newRetraction returns a retraction of one man of a role on all squares, with at most so many pawns, those around a region first.
func newRetraction(q *question, role byte, region set, most int) *retraction {
	r := retractionOf(q, edge(&q.setup, role, region), most)
	r.addMan(role, elsewhere, 0)
	r.inside = ^set(0)
	return r
}

// addMan adds a man of a role on a square, with its exits. For the last man reaches takes other squares.
func (r *retraction) addMan(role byte, sq int8, exits set) {
	r.roles[r.menCount], r.first.men[r.menCount], r.exits[r.menCount] = role, sq, exits
	r.menCount++
}

// retractionOf returns a retraction that follows at most so many pawns: first some, then those on the files of these, then those on the
// files beside.
func retractionOf(q *question, some set, most int) *retraction {
	r := &retraction{setup: &q.setup, meter: q.meter}
	for i, c := range sides {
		r.first.capturesLeft[i] = int8(16 - menCount(&q.setup, !c))
	}
	pawns, files := board.Pawns(&q.setup), board.Files(some)
	beside := files | files<<1&^board.AFile | files>>1&^board.HFile
	for _, group := range []set{some, pawns & files &^ some, pawns & beside &^ files} {
		for _, sq := range board.Squares(group) {
			if r.pawnCount < most {
				r.black[r.pawnCount], r.first.pawns[r.pawnCount] = board.IsBlack(q.setup.Men[sq]), sq
				r.pawnCount++
			}
		}
	}
	return r
}

// edge returns the pawns one step of a role away from a region.
func edge(s *board.Setup, role byte, region set) set {
	return board.FloodUntil(role, region, 0, ^region) & board.Pawns(s)
}

// reaches reports whether the last man can come back from one of the start squares to one of the squares to, at a moment when no pawn
// stands on the square clear (or [board.None]). It reports true, too, if the budget does not suffice for the search.
func (r *retraction) reaches(starts []int8, to set, clear int8) bool {
	reachable := search[retractionState]{meter: r.meter, seen: map[retractionState]bool{}}
	for _, sq := range starts {
		state := r.first
		state.men[r.menCount-1] = sq
		reachable.add(state)
	}
	for state := range reachable.all {
		if last := state.men[r.menCount-1]; last != elsewhere && to.Has(last) && !slices.Contains(state.pawns[:r.pawnCount], clear) {
			return true
		}
		for i := range r.menCount {
			r.walkBack(state, i, reachable.add)
		}
		for i := range r.pawnCount {
			r.takeBack(state, i, reachable.add)
		}
	}
	return r.meter.err != nil
}

// walkBack adds the states after each step back of man i: to a square inside, to elsewhere, or from elsewhere.
func (r *retraction) walkBack(state retractionState, i int, add func(retractionState)) {
	var pawns, attackers set
	for j, sq := range state.pawns[:r.pawnCount] {
		if pawns |= 1 << sq; r.black[j] != r.kingIsBlack {
			attackers |= 1 << sq
		}
	}
	if r.isKing && i == r.menCount-1 && board.PawnAttacks(attackers, !r.kingIsBlack).Has(state.men[i]) {
		return
	}
	held := r.unmoved
	for _, sq := range state.men[:r.menCount] {
		held |= 1 << sq // nothing for elsewhere
	}
	from, next, steps := state.men[i], state, &board.Near[r.roles[i]]
	free, outside := r.inside&^pawns&^held, ^(r.inside | pawns | r.unmoved)
	if from == elsewhere {
		for _, next.men[i] = range board.Squares(free) {
			if steps[next.men[i]]&outside != 0 {
				add(next)
			}
		}
		return
	}
	for _, next.men[i] = range board.Squares(steps[from] & free) {
		add(next)
	}
	if next.men[i] = elsewhere; steps[from]&outside != 0 || r.exits[i].Has(from) {
		add(next)
	}
}

// takeBack adds the states before each possible last move of pawn i: a step or a capture.
func (r *retraction) takeBack(state retractionState, i int, add func(retractionState)) {
	sq, black := state.pawns[i], r.black[i]
	if board.RowsRisen(sq, black) == 0 {
		return
	}
	for df := int8(-1); df <= 1; df++ {
		to := board.At(board.File(sq)+df, board.Row(sq)-board.Ahead(black))
		next := state
		if df != 0 {
			next.capturesLeft[board.Side(black)]--
		}
		if to == board.None || next.capturesLeft[board.Side(black)] < 0 || r.unmoved.Has(to) ||
			slices.Contains(state.men[:r.menCount], to) || slices.Contains(state.pawns[:r.pawnCount], to) {
			continue
		}
		next.pawns[i] = to
		add(next)
	}
}
