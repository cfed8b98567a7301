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
// Definitions. A window is some neighboring files. Follow one man of S that is no pawn. The projection of a position of a game consists of
// the squares of the pawns of the window and the square of this man. The files outside it appear as in theorem NoProofKernel: by the words
// of the window's two boundaries, and by costs. A path is a sequence of projections by these rules:
//
//   - Pawns move as in theorem NoExtendedKernel, between files of the window too.
//   - No pawn enters the square of the man.
//   - The man makes steps past the pawns of the window. Files outside are free to it.
//   - It begins at home or outside; or it appears by a promotion in the window, or at any time where a pawn from outside promotes.
//
// Theorem. If no path leads to the pawns of S with the man where S has it, S is illegal.
//
// Proof. The game gives a path. Suppose that the man was promoted though S shows no more men of its kind than began. Then a man of its kind
// was taken, and its pawn is one more than those that S needs. So one pawn less can have been taken. (For bishops the kind has a color of
// squares, and none of the kind must have been promoted.)
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

// shutOut confirms that one of the men, or several at once, cannot have come to their squares, or that a bishop cannot have been captured.
// See letin.go and together.go for the other theorems that it tries.
func shutOut(q *question) error {
	if cagedBishop(q) == nil {
		return wrong("theorem CagedBishop refutes the setup, which then has no counts")
	}
	if neverLetInWithHalf(q) {
		return nil
	}
	pr := newProjector(newCounts(&q.setup), q.meter)
	named := q.evidenceSquares()
	men := named & board.Occupied(&q.setup) &^ board.Pawns(&q.setup)
	switch {
	case board.Size(named) == 1 && pr.impossiblyTaken(named):
	case board.Size(men) > 1 && board.Size(men) <= maxMen && pr.incompatible(men):
	case slices.ContainsFunc(q.candidates(), pr.excludesManOn):
	case named == 0 && pr.impossiblyTaken(^set(0)):
	default:
		return cmp.Or(q.meter.err, q.meter.postponed, wrong("every man can have come in, as far as this is followed"))
	}
	return nil
}

// excludesManOn reports whether no path leads to the man on a square. It skips men with a large region, as they can walk away.
func (pr *projector) excludesManOn(sq int8) bool {
	role := board.Role(pr.counts.setup.Men[sq])
	region := board.Flood(role, 1<<sq, board.Pawns(pr.counts.setup))
	return role != 0 && role != 'P' && board.Size(region) <= maxRegion && pr.excludes(role, region, func(p *projection) { p.follow(sq) })
}

// A projector holds the parts that all projections of one setup share.
type projector struct {
	counts       *counts
	meter        *meter
	completable  *completableBorders
	costsRightOf map[int]map[word][]cost // by last file of the window and word on its right: costs of the files beyond
}

// newProjector returns the projector of some counts, which it changes and keeps.
func newProjector(ct *counts, m *meter) *projector {
	ct.pawnMayHaveTaken = [2]int{} // projections do not leave out captures of men taken at home
	return &projector{counts: ct, meter: m, completable: completable(ct, m), costsRightOf: map[int]map[word][]cost{}}
}

// excludes reports whether no path of one of the windows around a region answers a query. The windows have at most four files, and the
// narrowest is tried first. The function ask sets the query of a projection.
func (pr *projector) excludes(role byte, region set, ask func(p *projection)) bool {
	lo, hi := 7, 0
	for _, sq := range board.Squares(region | edge(pr.counts.setup, role, region)) {
		lo, hi = min(lo, int(board.File(sq))), max(hi, int(board.File(sq)))
	}
	for ; hi-lo < 4 && pr.meter.err == nil; lo, hi = max(lo-1, 0), min(hi+1, 7) {
		p := &projection{projector: pr, query: query{event: board.None}, lo: lo, hi: hi}
		p.readWindow()
		ask(p)
		if p.excludes() {
			return pr.meter.err == nil
		}
	}
	return false
}

// costsBeyond returns the costs of all files on the right of file x, by the word of the boundary on the right of x.
func (pr *projector) costsBeyond(x int) map[word][]cost {
	if known, ok := pr.costsRightOf[x]; ok {
		return known
	}
	costs := map[word][]cost{}
	for b := range pr.completable[x+1].borders {
		if costs[b.word] != nil {
			continue
		}
		w := &sweep{counts: pr.counts, search: search[columnState]{meter: pr.meter}, partial: true}
		for e := range w.sweepFiles(x+1, border{word: b.word}) {
			costs[b.word] = addUndominated(costs[b.word], e.cost)
		}
	}
	pr.costsRightOf[x] = costs
	return costs
}

// addUndominated adds a cost to a list, and keeps only costs that are not worse than another in every respect.
func addUndominated(list []cost, c cost) []cost {
	if slices.ContainsFunc(list, func(old cost) bool { return old.atMost(&c) }) {
		return list
	}
	return append(slices.DeleteFunc(list, func(old cost) bool { return c.atMost(&old) }), c)
}

// plus returns the sum of two costs. Both have no capturesAtHome and no officers.
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

// atMost reports whether c is in no respect worse than d: no more is used up, and no fewer pawns were promoted.
func (c *cost) atMost(d *cost) bool {
	for i := range 2 {
		if c.captures[i] > d.captures[i] || c.lost[i] > d.lost[i] || c.unneeded[i] > d.unneeded[i] ||
			c.promoted[i][0] < d.promoted[i][0] || c.promoted[i][1] < d.promoted[i][1] {
			return false
		}
	}
	return true
}

// A projection is a query about a window, and the search that answers it. It visits all configurations (words left, pawns, costs), each with
// the squares where the man can be. Of the costs outside the window, those that are worse in every respect than another are left out.
type projection struct {
	*projector
	query
	lo, hi          int             // first and last file of the window
	files           set             // the squares of the window
	goal, homePawns [2]set          // by side: pawns of S in the window, and those of them at home
	beyondHi        map[word][]cost // costs of the files beyond hi

	group                             // several men; without any, one man is followed
	reached     map[configuration]set // squares where the man can be
	pending     []configuration       // still to be expanded, the last first
	reachedGoal bool
}

// A query describes the man that is followed, and an event that the game must have. All sets are of squares.
type query struct {
	side              int // of the man
	role              byte
	start             set     // where the man is when the game begins, or comes from outside
	outsidePromotions set     // where it may appear at any time, promoted outside the window
	end               set     // where it is in S
	extraIfPromoted   bool    // promoted in the window it is one more than S needs
	neverPromoted     bool    // it was not promoted
	extra             [2]int8 // by side: men of S that were promoted, beyond those that must have been

	event           int8 // the event is a promotion by a step on this square, or None
	followsPromoted bool // the man that is followed is the promoted one; else it must be elsewhere at the event
	takenOn         set  // the event is a capture of the man by a pawn on one of these squares, which ends its path

	secondRole byte // role of a second man, which the promotion makes, or 0; rooks move as queens
	secondArea set  // squares in which it is followed
	secondEnd  set  // squares of the area where it may be in S
}

// A configuration is a state of a projection without the squares of the man, which reached has.
type configuration struct {
	in, out   word
	pawns     [2]set
	done      uint16       // as in columnState
	eventDone bool         // the event of the query has happened
	second    int8         // square of the second man, or None
	squares   [maxMen]int8 // squares of the men of a group, or elsewhere
	cost      cost
	officers  officers
}

// readWindow sets the fields that depend on the window alone.
func (p *projection) readWindow() {
	for x := p.lo; x <= p.hi; x++ {
		p.files |= board.AFile << x
	}
	for i, c := range sides {
		p.goal[i] = board.PawnsOf(p.counts.setup, c) & p.files
		p.homePawns[i] = p.goal[i] & board.RowSet(board.PawnRow(c))
	}
	p.beyondHi = p.costsBeyond(p.hi)
}

// follow sets the query to how the man on a square came there.
func (p *projection) follow(sq int8) {
	man := p.counts.setup.Men[sq]
	black := board.IsBlack(man)
	p.side, p.role, p.end = board.Side(black), board.Role(man), 1<<sq
	p.start = ^p.files | board.Homes(p.role, black)
	switch p.role {
	case 'K':
	case 'B':
		p.start &= board.Colored(sq)
		p.outsidePromotions = p.edgeFiles() & board.RowSet(board.HomeRow(!black)) & board.Colored(sq)
		p.extraIfPromoted = p.counts.promotedBishops[p.side][board.Color(sq)] == 0
	default:
		p.outsidePromotions = p.edgeFiles() & board.RowSet(board.HomeRow(!black))
		p.extraIfPromoted = p.counts.leastPromoted(p.side, p.role) == 0
	}
}

// edgeFiles returns the files of the window that have a neighbor outside.
func (p *projection) edgeFiles() set {
	return p.files &^ ((p.files<<1 | board.AFile) & (p.files>>1 | board.HFile))
}

// excludes reports whether no path answers the query, within the budget.
func (p *projection) excludes() bool {
	p.reached = map[configuration]set{}
	from := map[word][]cost{}
	for b := range p.completable[p.lo].borders {
		from[b.word] = addUndominated(from[b.word], b.cost)
	}
	for _, w := range slices.Sorted(maps.Keys(from)) { // in a fixed order: the search ends at the goal, so its cost depends on the order
		for _, c := range slices.SortedFunc(slices.Values(from[w]), func(a, b cost) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) }) {
			pawns := [2]set{board.RowSet(1) & p.files, board.RowSet(6) & p.files}
			for _, squares := range p.startPlacements(0, outside) {
				p.add(configuration{in: w, cost: c, second: board.None, squares: squares, pawns: pawns}, p.start)
			}
		}
	}
	for len(p.pending) > 0 && p.meter.err == nil && !p.reachedGoal {
		c := p.pending[len(p.pending)-1]
		p.pending = p.pending[:len(p.pending)-1]
		p.expand(&c, p.reached[c])
	}
	return p.meter.err == nil && !p.reachedGoal
}

// anySquare is the set of squares of the man where it is not followed, or where a group is: a1 stands for any square.
const anySquare set = 1

// add adds squares to those where the man can be in a configuration, with all that it reaches from there. If one is new, and a game can go on
// to S, the configuration is put on the list of pending ones.
func (p *projection) add(c configuration, manAt set) {
	walls := c.pawns[0] | c.pawns[1]
	if c.second != board.None {
		if walls.Has(c.second) {
			return
		}
		walls |= 1 << c.second
	}
	followsOne := len(p.men) == 0 && !(c.eventDone && p.takenOn != 0)
	if manAt &^= walls; !followsOne {
		manAt = anySquare
	}
	manIsGone := manAt == 0 && (!p.followsPromoted || c.eventDone) // a man that the event promotes is nowhere before it
	homePawnIsGone := p.homePawns[0]&^c.pawns[0]|p.homePawns[1]&^c.pawns[1] != 0
	if manIsGone || homePawnIsGone || !p.menStandLegally(&c, walls) {
		return
	}
	old, ok := p.reached[c]
	if ok && manAt&^old == 0 {
		return
	}
	isAllowed := ok || p.counts.allows(p.hi, &c.cost) && p.counts.allowsOthers(&c.cost, &c.officers) && p.canEndBeyond(&c)
	if !isAllowed || !p.meter.spend() {
		return
	}
	if followsOne {
		manAt = board.Flood(p.role, manAt|old|p.outsidePromotions&^walls, walls)
	}
	p.reached[c] = manAt
	p.pending = append(p.pending, c)
	menAreAtGoal := manAt&p.end != 0 && (len(p.men) == 0 || c.squares == p.goalSquares)
	eventIsDone := c.eventDone || p.event == board.None && p.takenOn == 0
	p.reachedGoal = p.reachedGoal || c.in == "" && c.pawns == p.goal && menAreAtGoal && eventIsDone && p.endsInSetup(&c)
}

// canEndBeyond reports whether the word on the right can go on so that the counts allow the cost with that of the files beyond.
func (p *projection) canEndBeyond(c *configuration) bool {
	for w, costs := range p.beyondHi {
		rest, ok := strings.CutPrefix(string(w), string(c.out))
		if !ok {
			continue
		}
		more := c.cost // and the captures of crossings to come
		for _, l := range []byte(rest) {
			more.captures[l&1]++
		}
		for _, r := range costs {
			if all := more.plus(&r); p.allowsAll(&all) {
				return true
			}
		}
	}
	return false
}

// allowsAll reports whether the counts allow the cost of all files. Extra men may be among the unneeded, so they are not added to these.
func (p *projection) allowsAll(c *cost) bool {
	return int(c.lost[0]+p.extra[0]) <= p.counts.spare[0] && int(c.lost[1]+p.extra[1]) <= p.counts.spare[1] && p.counts.allows(7, c)
}

// endsInSetup reports whether a game that leads to S can end with a configuration: its second man, promotions and costs.
func (p *projection) endsInSetup(c *configuration) bool {
	if c.second != board.None && !p.secondEnd.Has(c.second) {
		return false
	}
	for x := p.lo; x <= p.hi; x++ {
		if p.counts.lacksRequiredStep(c.done, 0, x) || p.counts.lacksRequiredStep(c.done, 1, x) {
			return false
		}
	}
	return slices.ContainsFunc(p.beyondHi[c.out], func(r cost) bool {
		all := c.cost.plus(&r)
		return p.allowsAll(&all) && p.counts.allowsOthers(&all, &c.officers) && !p.counts.lacksBishops(&all)
	})
}
