package recheck

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"chesscensus/recheck/internal/board"
)

// # ShutOut
//
// Definitions. A window is some neighboring files. Take one man x of S that is no pawn. The projection of a
// game keeps the squares of the pawns of the window and the square of x. Of the files outside it keeps what
// theorem NoProofKernel keeps: the words of the window's two boundaries, and costs. A path is a sequence of
// projections by these rules:
//
//   - Pawns move as in theorem NoExtendedKernel, between files of the window too.
//   - No pawn enters the square of x.
//   - x makes steps past the pawns of the window. Files outside are free to it.
//   - x begins at home or outside; or it appears by a promotion in the window, or at any time where a pawn
//     from outside promotes.
//
// Theorem. If no path leads to the pawns of S with x where S has it, S is illegal.
//
// Proof. The game gives a path. Suppose that x was promoted though S shows no more men of its kind than began.
// Then a man of its kind was taken, and its pawn is one more than those that S needs. So one pawn less can have
// been taken. (For bishops the kind has a color of squares, and none of the kind must have been promoted.)
//
// The method. All states are gone through: words left, pawns and costs, and for each the squares where x can
// be. Outside the window, a cost that is worse in every respect than another is left out.
//
// Example. White's h-pawn is the queen g4. It took a man on g7, and Black's pawns were on g6 and h7 then.
//
//	8  r n . q k b b r
//	7  p p p . p p . .
//	6  . . . p . . p .
//	5  . . . . . . . p
//	   a b c d e f g h
//
// Before g7-g6 the bishop could not enter g8. After it the only way was g6-h7-g8, which the pawn g6 shut.
//
//	illegal  rn1qkbbr/ppp1pp2/3p2p1/7p/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq -
//	legal    rn1qkbbr/ppp1pp2/3p2p1/8/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq -
//	game     1. h4 Nc6 2. h5 d6 3. h6 Bf5 4. Nf3 Bg6 5. Ng5 Qb8 6. Nxh7 Bd3 7. Ng5 Bf5 8. h7 Bd3 9. hxg8=Q Qd8 10. Nf3 Bh7 11. Ng1 g6 12. Qg7 Bg8 13. Qd4 Nb8 14. Qg4

// shutOut confirms that one of the men was never let in.
func shutOut(q *question) error {
	if cagedBishop(q) == nil {
		return wrong("another theorem's business")
	}
	letIn := *q
	letIn.meter = q.meter.half()
	never := neverLetIn(&letIn)
	if q.meter.states = letIn.meter.states; never {
		return nil
	}
	c := newProjector(newCounts(&q.setup), q.meter)
	if homes := q.evidenceSquares(); board.Size(homes) == 1 && c.impossiblyTaken(homes) {
		return nil
	}
	if men := q.evidenceSquares() & board.MenOf(&q.setup) &^ board.Pawns(&q.setup); board.Size(men) > 1 && board.Size(men) <= maxMen && c.incompatible(men) {
		return cmp.Or(q.meter.err, nil)
	}
	for _, sq := range q.candidates() { // men that can walk away freely are not asked
		role := board.Role(q.setup.Men[sq])
		region := board.Flood(role, 1<<sq, board.Pawns(&q.setup))
		if role != 0 && role != 'P' && board.Size(region) <= 8 && c.excludes(role, region, func(z *projection) { z.follow(sq) }) {
			return nil
		}
	}
	if q.evidenceSquares() == 0 && c.impossiblyTaken(^set(0)) {
		return nil
	}
	return cmp.Or(q.meter.err, letIn.meter.err, wrong("every man can have come in, as far as this is followed"))
}

// A projector holds what the projections of one setup have in common.
type projector struct {
	counts *counts
	meter  *meter
	live   *completableBorders
	right  map[int]map[word][]cost // by last file of the window: what the files beyond cost
}

func newProjector(n *counts, m *meter) *projector {
	n.pawnMayHaveTaken = [2]int{} // what pawns took in the window is not told apart
	return &projector{counts: n, meter: m, live: completable(n, m), right: map[int]map[word][]cost{}}
}

// excludes asks a question of windows around a region, the narrowest first, of at most four
// files.
func (c *projector) excludes(role byte, region set, ask func(z *projection)) bool {
	lo, hi := 7, 0
	for _, sq := range board.Squares(region | edge(c.counts.setup, role, region)) {
		lo, hi = min(lo, int(board.File(sq))), max(hi, int(board.File(sq)))
	}
	for ; hi-lo < 4 && c.meter.err == nil; lo, hi = max(lo-1, 0), min(hi+1, 7) {
		z := &projection{projector: c, query: query{event: board.None}, lo: lo, hi: hi}
		z.open()
		ask(z)
		if z.excludes() {
			return c.meter.err == nil
		}
	}
	return false
}

// costsBeyond returns what files right of x cost for each word at their boundary.
func (c *projector) costsBeyond(x int) map[word][]cost {
	if r, ok := c.right[x]; ok {
		return r
	}
	r := map[word][]cost{}
	for b := range c.live[x+1].borders {
		if r[b.word] != nil {
			continue
		}
		w := &sweep{counts: c.counts, search: search[columnState]{meter: c.meter}, partial: true}
		for e := range w.files(x+1, border{word: b.word}) {
			r[b.word] = best(r[b.word], e.cost)
		}
	}
	c.right[x] = r
	return r
}

// best adds a cost to a list of which none is worse than another.
func best(list []cost, c cost) []cost {
	if slices.ContainsFunc(list, func(old cost) bool { return old.atMost(&c) }) {
		return list
	}
	return append(slices.DeleteFunc(list, func(old cost) bool { return c.atMost(&old) }), c)
}

// plus adds costs; nobody in a window has fallen.
func (c cost) plus(d *cost) cost {
	for i := range 2 {
		c.captures[i] += d.captures[i]
		c.lost[i] += d.lost[i]
		c.unneeded[i] += d.unneeded[i]
		c.promoted[i][0] += d.promoted[i][0]
		c.promoted[i][1] += d.promoted[i][1]
	}
	return c
}

// atMost reports whether c is in no respect worse than d.
func (c *cost) atMost(d *cost) bool {
	for i := range 2 {
		if c.captures[i] > d.captures[i] || c.lost[i] > d.lost[i] || c.unneeded[i] > d.unneeded[i] ||
			c.promoted[i][0] < d.promoted[i][0] || c.promoted[i][1] < d.promoted[i][1] {
			return false
		}
	}
	return true
}

// A projection is one question about a window and a man, and the search that answers it.
type projection struct {
	*projector
	query
	lo, hi          int
	files           set
	goal, homePawns [2]set // pawns of S on the files, and those of them at home
	beyondHi        map[word][]cost

	group       // or several men
	reached     map[configuration]set
	pending     []configuration
	reachedGoal bool
}

// A query is what is asked: a man that is followed, and what must happen.
type query struct {
	side              int // the man's
	role              byte
	start             set     // where it is when the game begins, or comes from outside
	outsidePromotions set     // where it may appear at any time
	end               set     // where it is in S
	extraIfPromoted   bool    // promoted in the window it is one more than needed
	neverPromoted     bool    // it was not promoted
	unneeded          [2]int8 // pawns that promoted to what S does not need, outside

	event   int8 // a pawn must have stepped there and promoted, or None
	isMan   bool // the man is what it became; else it was elsewhere
	takenOn set  // a pawn must have taken the man on one of these squares, and it is followed no more then

	secondRole byte // role of a second man, which the event makes, or 0; rooks go as queens
	secondArea set  // squares in which it is followed
	secondEnd  set  // where it may be in S, of these
}

// A configuration is a state of a projection, but for where the man is.
type configuration struct {
	in, out   word
	pawns     [2]set
	done      uint16
	eventDone bool // the event
	second    int8 // the square of the second man, or None
	squares   [maxMen]int8
	cost      cost
	officers  officers
}

// open reads the window.
func (z *projection) open() {
	for x := z.lo; x <= z.hi; x++ {
		z.files |= board.AFile << x
	}
	for i, c := range sides {
		z.goal[i] = board.PawnsOf(z.counts.setup, c) & z.files
		z.homePawns[i] = z.goal[i] & board.RowSet(board.PawnRow(c))
	}
	z.beyondHi = z.costsBeyond(z.hi)
}

// follow makes the man on a square the one that is followed.
func (z *projection) follow(sq int8) {
	man := z.counts.setup.Men[sq]
	black := board.IsBlack(man)
	z.side, z.role, z.end = board.Side(black), board.Role(man), 1<<sq
	z.start = ^z.files | board.Homes(z.role, black)
	switch z.role {
	case 'K':
	case 'B':
		z.start &= board.Colored(sq)
		z.outsidePromotions = z.outer() & board.RowSet(board.HomeRow(!black)) & board.Colored(sq)
		z.extraIfPromoted = z.counts.promotedBishops[z.side][board.Color(sq)] == 0
	default:
		z.outsidePromotions = z.outer() & board.RowSet(board.HomeRow(!black))
		z.extraIfPromoted = z.counts.made(z.side, z.role) == 0
	}
}

// outer are the files of the window with a neighbor outside.
func (z *projection) outer() set {
	return z.files &^ ((z.files<<1 | board.AFile) & (z.files>>1 | board.HFile))
}

// excludes reports whether no game answers the question.
func (z *projection) excludes() bool {
	z.reached = map[configuration]set{}
	from := map[word][]cost{}
	for b := range z.live[z.lo].borders {
		from[b.word] = best(from[b.word], b.cost)
	}
	for _, w := range slices.Sorted(maps.Keys(from)) { // in a fixed order: the search ends at the goal, so its cost depends on the order
		for _, c := range slices.SortedFunc(slices.Values(from[w]), func(a, b cost) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) }) {
			c = c.plus(&cost{unneeded: z.unneeded})
			for _, at := range z.starts(0, outside) {
				z.add(configuration{in: w, cost: c, second: board.None, squares: at, pawns: [2]set{board.RowSet(1) & z.files, board.RowSet(6) & z.files}}, z.start)
			}
		}
	}
	for len(z.pending) > 0 && z.meter.err == nil && !z.reachedGoal {
		c := z.pending[len(z.pending)-1]
		z.pending = z.pending[:len(z.pending)-1]
		z.expand(&c, z.reached[c])
	}
	return z.meter.err == nil && !z.reachedGoal
}

// add adds squares of the man to a state, and all that it reaches from there.
func (z *projection) add(c configuration, at set) {
	walls := c.pawns[0] | c.pawns[1]
	if c.second != board.None {
		if walls.Has(c.second) {
			return
		}
		walls |= 1 << c.second
	}
	one := len(z.men) == 0 && !(c.eventDone && z.takenOn != 0) // man is followed
	if at &^= walls; !one {
		if at = 1; !z.possible(&c, walls) {
			return
		}
	}
	if at == 0 && (!z.isMan || c.eventDone) || c.pawns[0]&z.homePawns[0] != z.homePawns[0] || c.pawns[1]&z.homePawns[1] != z.homePawns[1] {
		return
	}
	old, ok := z.reached[c]
	if ok && at&^old == 0 {
		return
	}
	if !ok && (!z.counts.allows(z.hi, &c.cost) || !z.counts.allowsOthers(&c.cost, &c.officers) || !z.fits(&c)) || !z.meter.spend() {
		return
	}
	if one {
		at = board.Flood(z.role, at|old|z.outsidePromotions&^walls, walls)
	}
	z.reached[c] = at
	z.pending = append(z.pending, c)
	z.reachedGoal = z.reachedGoal || c.in == "" && c.pawns == z.goal && at&z.end != 0 && (len(z.men) == 0 || c.squares == z.goalSquares) && (c.eventDone || z.event == board.None && z.takenOn == 0) && z.ends(&c)
}

// fits reports whether the word on the right can go on to one whose cost beyond is left.
func (z *projection) fits(c *configuration) bool {
	for w, costs := range z.beyondHi {
		rest, ok := strings.CutPrefix(string(w), string(c.out))
		if !ok {
			continue
		}
		more := c.cost // with the captures of crossings to come
		for _, l := range []byte(rest) {
			more.captures[l&1]++
		}
		for _, r := range costs {
			if all := more.plus(&r); z.counts.allows(7, &all) {
				return true
			}
		}
	}
	return false
}

// ends reports whether a game can end so.
func (z *projection) ends(c *configuration) bool {
	if c.second != board.None && !z.secondEnd.Has(c.second) {
		return false
	}
	for x := z.lo; x <= z.hi; x++ {
		if z.counts.missesRequired(c.done, 0, x) || z.counts.missesRequired(c.done, 1, x) {
			return false
		}
	}
	return slices.ContainsFunc(z.beyondHi[c.out], func(r cost) bool {
		all := c.cost.plus(&r)
		return z.counts.allows(7, &all) && z.counts.allowsOthers(&all, &c.officers) && !z.counts.lacksBishops(&all)
	})
}
