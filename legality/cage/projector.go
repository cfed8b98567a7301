package cage

import (
	"cmp"

	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
)

// Limits of one projection search, in configurations. One takes 3 to 5 us of CPU.
const (
	projectionLimit = 100_000 // of the first pass

	// MaxProjectionLimit is the most that a search looks at, in later passes; it takes some 100 MB.
	MaxProjectionLimit = 8 * projectionLimit
	// EarlyLimit is a limit for a first look, of some milliseconds. Of the setups in the last phase of a survey that the
	// limit of the first pass refutes, in half a second each, it refutes two in three.
	EarlyLimit = 3_000
)

const (
	// regionSquares is the largest region of a man that is looked at.
	regionSquares = 6
	// windowFiles is the largest window.
	windowFiles = 4
	// windowBudget is the budget of the kernels for the windows of one setup.
	windowBudget = 20_000
)

// A projector asks the questions of Lemmas 8, 9, 14, 15 and 16, by projection searches. The zero value
// is ready. It reuses its memory and is for one goroutine at a time.
//
// Methods that return a bool return true for what is proven: a man never got out, a square was never
// free. False means that it may be otherwise, or that a search was too large.
type projector struct {
	// Limit is the number of configurations that one question looks at; 0 means projectionLimit.
	Limit int

	search    projection
	solver    proofkernel.Solver
	windows   map[[2]int]*proofkernel.Window // of the setup, by the first and the last file
	jointSets []uint64                       // memory of joint projections
	spent     int64                          // configurations looked at
}

// open prepares for questions about a valid setup.
func (g *projector) open(s *chess.Setup) {
	g.solver.Open(s, windowBudget)
	g.windows, g.spent = map[[2]int]*proofkernel.Window{}, 0
}

// window returns the window of some files, or nil if that is too large.
func (g *projector) window(lo, hi int) *proofkernel.Window {
	files := [2]int{lo, hi}
	w, ok := g.windows[files]
	if !ok {
		w = g.solver.Window(lo, hi)
		g.windows[files] = w
	}
	return w
}

// shutOut returns the square of a man of the setup that was opened to whom no path in a projection
// leads, so that the setup is illegal: Lemma 8(a). The second result is false if none is found.
func (g *projector) shutOut(s *chess.Setup) (chess.Square, bool) {
	b := &s.Board
	pawns := b.Of(chess.Pawn)
	for bb := b.Occupied() &^ pawns; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		man := b.At(sq)
		region := chess.Flood(man.Role(), sq.BB(), pawns)
		if region.Count() > regionSquares {
			continue
		}
		if g.excludedAround(s, region, man.Role(), func(z *projection) { g.follow(z, s, sq) }) {
			return sq, true
		}
	}
	return chess.NoSquare, false
}

// needsPromotions reports whether a color needs promotions.
func (g *projector) needsPromotions(s *chess.Setup, c chess.Color) bool {
	count := func(role chess.Role) int { return s.Board.Pieces(c, role).Count() }
	w := g.window(0, 0)
	return w != nil && (w.Need(c, 0) > 0 || w.Need(c, 1) > 0 || count(chess.Knight) > 2 || count(chess.Rook) > 2 || count(chess.Queen) > 1)
}

// neverGotOut reports whether no man of the role, promoted by a step on the square, can have got to
// one of the candidates' squares: Lemma 8(b).
func (g *projector) neverGotOut(s *chess.Setup, q *question) bool {
	region := q.reach(s)
	return region&q.candidates == 0 && region.Count() <= regionSquares &&
		g.excludedAround(s, region, q.role, func(z *projection) {
			z.color, z.role, z.end = q.color, q.role, q.candidates
			z.promotion, z.promoter, z.isMan = q.promotion, q.color, true
		})
}

// reach returns the squares that a man of the role reaches from the promotion square among the pawns of
// the setup; none without a role.
func (q *question) reach(s *chess.Setup) chess.Bitboard {
	if q.role == chess.NoRole {
		return 0
	}
	return chess.Flood(q.role, q.promotion.BB(), s.Board.Of(chess.Pawn))
}

// neverFree reports whether the promotion square was never free for a pawn of the color, given that
// the man that stands there now had to come as well: Lemma 8(c). With a role it asks only about pawns
// that became one of the candidates.
func (g *projector) neverFree(s *chess.Setup, q *question) bool {
	region, reach := regionOf(s, q.promotion), q.reach(s)
	return region.Count() <= regionSquares && reach.Count() <= regionSquares && g.neverFreeAround(s, q, region, reach)
}

// regionOf returns the squares that the man on a square reaches among the pawns of the setup.
func regionOf(s *chess.Setup, sq chess.Square) chess.Bitboard {
	return chess.Flood(s.Board.RoleAt(sq), sq.BB(), s.Board.Of(chess.Pawn))
}

// neverFreeAround is neverFree in windows around a region and an area. The promoted man is followed in
// this area, which may have any size.
func (g *projector) neverFreeAround(s *chess.Setup, q *question, region, area chess.Bitboard) bool {
	return g.excludedAround(s, region|area, s.Board.RoleAt(q.promotion), func(z *projection) {
		g.follow(z, s, q.promotion)
		z.promotion, z.promoter = q.promotion, q.color
		z.secondRole, z.secondArea, z.secondEnd = q.role, area, q.candidates
	})
}

// bishopNeverAway reports whether no pawn of the color can have stepped onto a square, because the
// bishop that starts there was not away in time: Lemma 9.
func (g *projector) bishopNeverAway(s *chess.Setup, q *question) bool {
	sq, o := q.promotion, q.color.Other()
	bishops := s.Board.Pieces(o, chess.Bishop) & colorOf(sq)
	if bishops == 0 {
		return false
	}
	if w := g.window(0, 0); w == nil || w.Need(o, dark(sq)) >= bishops.Count() {
		return false // all that are on the board may be promoted anyway
	}
	event := func(z *projection) {
		z.color, z.role, z.start, z.end, z.neverPromoted = o, chess.Bishop, sq.BB(), bishops, true
		z.promotion, z.promoter = sq, q.color
	}
	gates := chess.Steps(chess.Bishop, sq.BB())
	return g.excludedAround(s, gates, chess.Bishop, event) && g.excludedAround(s, gates, chess.Bishop, func(z *projection) {
		event(z)
		z.start, z.end = colorOf(sq), colorOf(sq)
		z.extraColor, z.hasExtra = o, true
	})
}

// follow makes the man on a square the one that is followed.
func (g *projector) follow(z *projection, s *chess.Setup, sq chess.Square) {
	b := &s.Board
	man := b.At(sq)
	c, role := man.Color(), man.Role()
	z.color, z.role, z.end = c, role, sq.BB()
	z.start = ^z.files | homes(c, role)
	last := chess.RowBB(c.LastRow())
	switch role {
	case chess.King:
	case chess.Bishop:
		z.start &= colorOf(sq)
		z.outsidePromotions = last & colorOf(sq)
		z.extraIfPromoted = z.window.Need(c, dark(sq)) == 0
	default:
		z.outsidePromotions = last
		z.extraIfPromoted = z.window.Made(c, role) == 0
	}
	sides := chess.Bitboard(0)
	if z.lo > 0 {
		sides |= chess.FileBB(z.lo)
	}
	if z.hi < 7 {
		sides |= chess.FileBB(z.hi)
	}
	z.outsidePromotions &= sides
}

// homes returns the squares where men of a role start.
func homes(c chess.Color, role chess.Role) chess.Bitboard {
	initial := chess.InitialSetup()
	return initial.Board.Pieces(c, role)
}

// excludedAround reports whether a projection to files around a region excludes what is asked; see
// excludedWithin.
func (g *projector) excludedAround(s *chess.Setup, region chess.Bitboard, role chess.Role, ask func(*projection)) bool {
	pawns := s.Board.Of(chess.Pawn)
	lo, hi := 7, 0
	for bb := region | chess.Steps(role, region)&pawns; bb != 0; bb &= bb - 1 {
		f := bb.First().File()
		lo, hi = min(lo, f), max(hi, f)
	}
	return g.excludedWithin(s, lo, hi, ask)
}

// excludedWithin reports whether the projection to the files lo to hi, or a wider one, excludes what is
// asked. The argument ask sets the question in a projection that is prepared.
func (g *projector) excludedWithin(s *chess.Setup, lo, hi int, ask func(*projection)) bool {
	for ; hi-lo < windowFiles; lo, hi = max(lo-1, 0), min(hi+1, 7) {
		if !g.prepare(s, lo, hi) {
			return false
		}
		z := &g.search
		ask(z)
		ok := z.excludes()
		g.spent += int64(len(z.nodes))
		if ok {
			return true
		}
		if !z.reachedGoal {
			return false // a wider one is larger still
		}
	}
	return false
}

// prepare makes the projection to some files ready for a question, if the window is not too large.
func (g *projector) prepare(s *chess.Setup, lo, hi int) bool {
	z := &g.search
	*z = projection{projectionMemory: z.projectionMemory, area: area{window: g.window(lo, hi), lo: lo, hi: hi},
		limit: cmp.Or(g.Limit, projectionLimit), event: event{promotion: chess.NoSquare}}
	for f := lo; f <= hi; f++ {
		z.files |= chess.FileBB(f)
	}
	for c := range 2 {
		z.goal[c] = s.Board.Pieces(chess.Color(c), chess.Pawn) & z.files
	}
	return z.window != nil
}
