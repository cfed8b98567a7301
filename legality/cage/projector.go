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

// A projector answers questions about cages together with kernels, by projection searches. The zero value is ready; it
// keeps its memory from one question to the next and is for one goroutine at a time.
type projector struct {
	// Limit is the number of configurations that one question looks at; 0 means projectionLimit.
	Limit int

	z       projection
	solver  proofkernel.Solver
	windows map[[2]int]*proofkernel.Window // of the setup, by the first and the last file
	sets    []uint64                       // memory of joint projections
	spent   int64                          // configurations looked at
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

// shut returns the square of a man of the setup that was opened to whom no path in a projection
// leads, so that the setup is illegal: Lemma 8(a). The second result is false if none is found.
func (g *projector) shut(s *chess.Setup) (chess.Square, bool) {
	b := &s.Board
	pawns := b.Of(chess.Pawn)
	for bb := b.Occupied() &^ pawns; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		man := b.At(sq)
		region := chess.Flood(man.Role(), sq.BB(), pawns)
		if region.Count() > regionSquares {
			continue
		}
		if g.ask(s, region, man.Role(), func(z *projection) { g.follow(z, s, sq) }) {
			return sq, true
		}
	}
	return chess.NoSquare, false
}

// promotes reports whether a color needs promotions.
func (g *projector) promotes(s *chess.Setup, c chess.Color) bool {
	count := func(role chess.Role) int { return s.Board.Pieces(c, role).Count() }
	w := g.window(0, 0)
	return w != nil && (w.Need(c, 0) > 0 || w.Need(c, 1) > 0 || count(chess.Knight) > 2 || count(chess.Rook) > 2 || count(chess.Queen) > 1)
}

// kept reports whether no man of the role that a pawn of the color becomes on a square by a
// step can be one of the men: Lemma 8(b).
func (g *projector) kept(s *chess.Setup, q *barring) bool {
	region := q.room(s)
	return region&q.men == 0 && region.Count() <= regionSquares &&
		g.ask(s, region, q.role, func(z *projection) {
			z.color, z.role, z.end = q.color, q.role, q.men
			z.at, z.eventOf, z.promoted = q.sq, q.color, true
		})
}

// room returns the squares that a man of the role on the square reaches among the pawns of the setup, none without a role.
func (q *barring) room(s *chess.Setup) chess.Bitboard {
	if q.role == chess.NoRole {
		return 0
	}
	return chess.Flood(q.role, q.sq.BB(), s.Board.Of(chess.Pawn))
}

// taken reports whether no pawn of the color can have stepped onto a square, to become one of the
// men of a role if that is not NoRole, and the man that is there now can have come after: Lemma 8(c).
func (g *projector) taken(s *chess.Setup, q *barring) bool {
	region, room := regionOf(s, q.sq), q.room(s)
	return region.Count() <= regionSquares && room.Count() <= regionSquares && g.passed(s, q, region, room)
}

// regionOf returns the squares that the man on a square reaches among the pawns of the setup.
func regionOf(s *chess.Setup, sq chess.Square) chess.Bitboard {
	return chess.Flood(s.Board.RoleAt(sq), sq.BB(), s.Board.Of(chess.Pawn))
}

// passed is taken in windows around some squares, where a man of the role is followed in a room of any size.
func (g *projector) passed(s *chess.Setup, q *barring, region, room chess.Bitboard) bool {
	return g.ask(s, region|room, s.Board.RoleAt(q.sq), func(z *projection) {
		g.follow(z, s, q.sq)
		z.at, z.eventOf = q.sq, q.color
		z.second, z.room, z.stay = q.role, room, q.men
	})
}

// locked reports whether no pawn of the color can have stepped onto a square since the bishop
// that starts there was there until it was too late: Lemma 9.
func (g *projector) locked(s *chess.Setup, q *barring) bool {
	sq, o := q.sq, q.color.Other()
	bishops := s.Board.Pieces(o, chess.Bishop) & colorOf(sq)
	if bishops == 0 {
		return false
	}
	if w := g.window(0, 0); w == nil || w.Need(o, dark(sq)) >= bishops.Count() {
		return false // all that are on the board may be promoted anyway
	}
	event := func(z *projection) {
		z.color, z.role, z.start, z.end, z.old = o, chess.Bishop, sq.BB(), bishops, true
		z.at, z.eventOf = sq, q.color
	}
	gates := chess.Steps(chess.Bishop, sq.BB())
	return g.ask(s, gates, chess.Bishop, event) && g.ask(s, gates, chess.Bishop, func(z *projection) {
		event(z)
		z.start, z.end = colorOf(sq), colorOf(sq)
		z.kept, z.sparePromotion = o, true
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
		z.edges = last & colorOf(sq)
		z.spare = z.window.Need(c, dark(sq)) == 0
	default:
		z.edges = last
		z.spare = z.window.Made(c, role) == 0
	}
	sides := chess.Bitboard(0)
	if z.lo > 0 {
		sides |= chess.FileBB(z.lo)
	}
	if z.hi < 7 {
		sides |= chess.FileBB(z.hi)
	}
	z.edges &= sides
}

// homes returns the squares where men of a role start.
func homes(c chess.Color, role chess.Role) chess.Bitboard {
	initial := chess.InitialSetup()
	return initial.Board.Pieces(c, role)
}

// ask prepares the projection to the files around a region and asks the question, with a wider window if the narrow one does not exclude.
func (g *projector) ask(s *chess.Setup, region chess.Bitboard, role chess.Role, question func(*projection)) bool {
	pawns := s.Board.Of(chess.Pawn)
	lo, hi := 7, 0
	for bb := region | chess.Steps(role, region)&pawns; bb != 0; bb &= bb - 1 {
		f := bb.First().File()
		lo, hi = min(lo, f), max(hi, f)
	}
	return g.within(s, lo, hi, question)
}

// within asks the question of the projection to some files, with a wider window if the narrow one does not exclude.
func (g *projector) within(s *chess.Setup, lo, hi int, question func(*projection)) bool {
	for ; hi-lo < windowFiles; lo, hi = max(lo-1, 0), min(hi+1, 7) {
		if !g.prepare(s, lo, hi) {
			return false
		}
		z := &g.z
		question(z)
		ok := z.excludes()
		g.spent += int64(len(z.nodes))
		if ok {
			return true
		}
		if !z.found {
			return false // a wider one is larger still
		}
	}
	return false
}

// prepare makes the projection to some files ready for a question, if the window is not too large.
func (g *projector) prepare(s *chess.Setup, lo, hi int) bool {
	z := &g.z
	*z = projection{projectionMemory: z.projectionMemory, area: area{window: g.window(lo, hi), lo: lo, hi: hi},
		limit: cmp.Or(g.Limit, projectionLimit), event: event{at: chess.NoSquare}}
	for f := lo; f <= hi; f++ {
		z.files |= chess.FileBB(f)
	}
	for c := range 2 {
		z.goal[c] = s.Board.Pieces(chess.Color(c), chess.Pawn) & z.files
	}
	return z.window != nil
}
