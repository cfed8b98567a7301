package cage

import (
	"cmp"

	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
)

// Limits of one projection search, in configurations. A configuration takes 3 to 5 us of CPU.
const (
	projectionLimit = 100_000 // of the first pass

	// MaxProjectionLimit is the largest limit, for later passes. Such a search takes some 100 MB.
	MaxProjectionLimit = 8 * projectionLimit
	// EarlyLimit is a limit for a first look, of some milliseconds. Of the setups in the last phase of a survey that the
	// limit of the first pass refutes, in half a second each, it refutes two in three.
	EarlyLimit = 3_000
)

const (
	regionSquares = 6      // squares of the largest region of a man that is followed
	windowFiles   = 4      // files of the largest window
	windowBudget  = 20_000 // states of the search for kernels, for all windows of a setup
)

// A projector answers the questions of Lemmas 8, 9, 14, 15 and 16 by projection searches. The zero value is ready. A projector
// reuses its memory and is for one goroutine at a time.
//
// Methods that return a bool return true for what is proven: a man never got out, a square was never free. False means that it
// may be otherwise, or that a search was too large.
type projector struct {
	// Limit is the number of configurations that one search may visit; 0 means projectionLimit.
	Limit int

	search    projection
	solver    proofkernel.Solver
	windows   map[[2]int]*proofkernel.Window // of the setup, by the first and the last file
	jointSets []uint64                       // memory of joint projections
	spent     int64                          // configurations visited
}

// open prepares for questions about a valid setup.
func (p *projector) open(s *chess.Setup) {
	p.solver.Open(s, windowBudget)
	p.windows, p.spent = map[[2]int]*proofkernel.Window{}, 0
}

// window returns the window of the files lo to hi, or nil if it is too large.
func (p *projector) window(lo, hi int) *proofkernel.Window {
	files := [2]int{lo, hi}
	window, ok := p.windows[files]
	if !ok {
		window = p.solver.Window(lo, hi)
		p.windows[files] = window
	}
	return window
}

// shutOutMan returns the square of a man of the setup to which no path of a projection leads. The setup, which was opened, is
// illegal then, by Lemma 8(a). If no such man is found, ok is false.
func (p *projector) shutOutMan(s *chess.Setup) (sq chess.Square, ok bool) {
	b := &s.Board
	pawns := b.Of(chess.Pawn)
	for bb := b.Occupied() &^ pawns; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		man := b.At(sq)
		region := chess.Flood(man.Role(), sq.BB(), pawns)
		if region.Count() > regionSquares {
			continue
		}
		if p.excludedAround(s, region, man.Role(), func(search *projection) { p.follow(search, s, sq) }) {
			return sq, true
		}
	}
	return chess.NoSquare, false
}

// needsPromotions reports whether the setup shows that men of a color were promoted.
func (p *projector) needsPromotions(s *chess.Setup, c chess.Color) bool {
	count := func(role chess.Role) int { return s.Board.Pieces(c, role).Count() }
	window := p.window(0, 0)
	if window == nil {
		return false
	}
	needsBishop := window.Need(c, 0) > 0 || window.Need(c, 1) > 0
	return needsBishop || count(chess.Knight) > 2 || count(chess.Rook) > 2 || count(chess.Queen) > 1
}

// neverGotOut reports whether no man of the role, promoted by a step on the square, can have come to the square of a candidate
// (Lemma 8(b)).
func (p *projector) neverGotOut(s *chess.Setup, q *question) bool {
	region := q.reach(s)
	return region&q.candidates == 0 && region.Count() <= regionSquares &&
		p.excludedAround(s, region, q.role, func(search *projection) {
			search.color, search.role, search.end = q.color, q.role, q.candidates
			search.promotion, search.promoter, search.promotesFollowed = q.promotion, q.color, true
		})
}

// reach returns the squares that a man of the role reaches from the promotion square among the pawns of the setup. It returns
// none if the question names no role.
func (q *question) reach(s *chess.Setup) chess.Bitboard {
	if q.role == chess.NoRole {
		return 0
	}
	return chess.Flood(q.role, q.promotion.BB(), s.Board.Of(chess.Pawn))
}

// neverFree reports whether the promotion square was never free for a pawn of the color, given that the man that stands there now
// had to come as well (Lemma 8(c)). If the question names a role, it concerns only pawns that became one of the candidates.
func (p *projector) neverFree(s *chess.Setup, q *question) bool {
	region, reach := regionOf(s, q.promotion), q.reach(s)
	return region.Count() <= regionSquares && reach.Count() <= regionSquares && p.neverFreeAround(s, q, region, reach)
}

// regionOf returns the squares that the man on a square reaches among the pawns of the setup.
func regionOf(s *chess.Setup, sq chess.Square) chess.Bitboard {
	return chess.Flood(s.Board.RoleAt(sq), sq.BB(), s.Board.Of(chess.Pawn))
}

// neverFreeAround is neverFree in windows around a region and an area. The promoted man is followed in the area, which may have
// any size.
func (p *projector) neverFreeAround(s *chess.Setup, q *question, region, area chess.Bitboard) bool {
	return p.excludedAround(s, region|area, s.Board.RoleAt(q.promotion), func(search *projection) {
		p.follow(search, s, q.promotion)
		search.promotion, search.promoter = q.promotion, q.color
		search.secondRole, search.secondArea, search.secondEnd = q.role, area, q.candidates
	})
}

// bishopNeverLeftInTime reports whether no pawn of the color can have stepped onto the promotion square, because the bishop that
// starts there was not away in time (Lemma 9).
func (p *projector) bishopNeverLeftInTime(s *chess.Setup, q *question) bool {
	sq, o := q.promotion, q.color.Other()
	bishops := s.Board.Pieces(o, chess.Bishop) & sameColorSquares(sq)
	if bishops == 0 {
		return false
	}
	if window := p.window(0, 0); window == nil || window.Need(o, squareColor(sq)) >= bishops.Count() {
		return false // all of these bishops may have been promoted
	}
	setEvent := func(search *projection) {
		search.color, search.role, search.start, search.end, search.neverPromoted = o, chess.Bishop, sq.BB(), bishops, true
		search.promotion, search.promoter = sq, q.color
	}
	exits := chess.Steps(chess.Bishop, sq.BB())
	return p.excludedAround(s, exits, chess.Bishop, setEvent) && p.excludedAround(s, exits, chess.Bishop, func(search *projection) {
		setEvent(search)
		search.start, search.end = sameColorSquares(sq), sameColorSquares(sq)
		search.extraColor, search.hasExtra = o, true
	})
}

// follow sets up a search that follows the man on a square.
func (p *projector) follow(search *projection, s *chess.Setup, sq chess.Square) {
	b := &s.Board
	man := b.At(sq)
	c, role := man.Color(), man.Role()
	search.color, search.role, search.end = c, role, sq.BB()
	search.start = ^search.files | homes(c, role)
	last := chess.RowBB(c.LastRow())
	switch role {
	case chess.King:
	case chess.Bishop:
		search.start &= sameColorSquares(sq)
		search.outsidePromotions = last & sameColorSquares(sq)
		search.extraIfPromoted = search.window.Need(c, squareColor(sq)) == 0
	default:
		search.outsidePromotions = last
		search.extraIfPromoted = search.window.Made(c, role) == 0
	}
	sides := chess.Bitboard(0)
	if search.lo > 0 {
		sides |= chess.FileBB(search.lo)
	}
	if search.hi < 7 {
		sides |= chess.FileBB(search.hi)
	}
	search.outsidePromotions &= sides
}

// homes returns the squares where men of a role start.
func homes(c chess.Color, role chess.Role) chess.Bitboard { return initial.Pieces(c, role) }

// excludedAround is excludedWithin for the files of a region and of the pawns around it.
func (p *projector) excludedAround(s *chess.Setup, region chess.Bitboard, role chess.Role, ask func(*projection)) bool {
	lo, hi := fileSpan(region | chess.Steps(role, region)&s.Board.Of(chess.Pawn))
	return p.excludedWithin(s, lo, hi, ask)
}

// fileSpan returns the first and the last file of a set of squares that is not empty.
func fileSpan(set chess.Bitboard) (lo, hi int) {
	lo = 7
	for ; set != 0; set &= set - 1 {
		f := set.First().File()
		lo, hi = min(lo, f), max(hi, f)
	}
	return lo, hi
}

// excludedWithin reports whether the projection to the files lo to hi, or a wider one, excludes what is asked. The function ask
// puts the question to a projection that is prepared.
func (p *projector) excludedWithin(s *chess.Setup, lo, hi int, ask func(*projection)) bool {
	for ; hi-lo < windowFiles; lo, hi = max(lo-1, 0), min(hi+1, 7) {
		if !p.prepare(s, lo, hi) {
			return false
		}
		search := &p.search
		ask(search)
		ok := search.excludes()
		p.spent += int64(len(search.nodes))
		if ok {
			return true
		}
		if !search.reachedGoal {
			return false // the search came to its limit, and a wider window takes longer still
		}
	}
	return false
}

// prepare makes the projection to the files lo to hi ready for a question. It reports false if the window is too large.
func (p *projector) prepare(s *chess.Setup, lo, hi int) bool {
	search := &p.search
	*search = projection{projectionMemory: search.projectionMemory, fileRange: fileRange{window: p.window(lo, hi), lo: lo, hi: hi},
		limit: cmp.Or(p.Limit, projectionLimit), event: event{promotion: chess.NoSquare}}
	for f := lo; f <= hi; f++ {
		search.files |= chess.FileBB(f)
	}
	for c := range 2 {
		search.goal[c] = s.Board.Pieces(chess.Color(c), chess.Pawn) & search.files
	}
	return search.window != nil
}
