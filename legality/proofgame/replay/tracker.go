package replay

import (
	"chesscensus/chess"
	"chesscensus/legality/internal/mailbox"
)

// An Ending is the law by which a game is over.
type Ending = mailbox.Ending

// The endings; see package mailbox, where dead positions are defined.
const (
	Goes        = mailbox.Goes        // not over
	Fivefold    = mailbox.Fivefold    // the position has appeared five times
	SeventyFive = mailbox.SeventyFive // 150 half-moves without capture or pawn move
	Dead        = mailbox.Dead        // no checkmate with the material left
)

// A tracker follows a game and tells by which law of [FIDE] rules it is over, if it is.
// It is made for package chess and shares nothing with the verifier but
// the definitions. The zero value is a game at the initial position.
type tracker struct {
	line []tracked // from the start to the present position
}

type tracked struct {
	p     chess.Position
	clock int
	since int // index of the first position after the last capture or pawn move
}

// start begins a game at a position, which a clock of half-moves without capture or
// pawn move precedes. Memory is reused.
func (t *tracker) start(p chess.Position, clock int) {
	t.line = append(t.line[:0], tracked{p: p, clock: clock})
}

// last returns the present position.
func (t *tracker) last() *tracked {
	if len(t.line) == 0 {
		t.start(chess.InitialPosition(), 0)
	}
	return &t.line[len(t.line)-1]
}

// play makes a legal move, after which the position is p. It is allowed after the game
// is over. It costs a few nanoseconds.
func (t *tracker) play(m chess.Move, p chess.Position) {
	next := *t.last()
	next.p = p
	next.clock++
	if m.Irreversible() {
		next.clock, next.since = 0, len(t.line)
	}
	t.line = append(t.line, next)
}

// plies returns the number of moves made.
func (t *tracker) plies() int { return max(0, len(t.line)-1) }

// clock returns the number of half-moves since the last capture or pawn move.
func (t *tracker) clock() int { return t.last().clock }

// budget returns how many half-moves in a row may still be made without capture or pawn
// move, 0 to 150. After as many the game is over, so that the last of them must reach
// the goal; if the game is to go on, a capture or pawn move must come at the latest in
// place of the last.
func (t *tracker) budget() int { return max(0, mailbox.SeventyFiveClock-t.clock()) }

// times returns how often p has appeared in the game since the last capture or pawn
// move, and so ever if p is the present position. A move to p that no capture or pawn
// move is may be made if the result is at most 4, and then ends the game if it is 4.
// It costs about 2 ns for each move since then.
func (t *tracker) times(p *chess.Position) (n int) {
	since := t.last().since
	for i := range t.line[since:] {
		if t.line[since+i].p == *p {
			n++
		}
	}
	return n
}

// over returns the law by which the game is over in the present position, Goes if it
// is not.
func (t *tracker) over() Ending {
	p := &t.last().p
	switch {
	case t.clock() >= mailbox.FivefoldTimes-1 && t.times(p) >= mailbox.FivefoldTimes:
		return Fivefold
	case t.budget() == 0:
		return SeventyFive
	case insufficientMaterial(p):
		return Dead
	}
	return Goes
}

// insufficientMaterial reports whether no checkmate can be set up with the men of p,
// whatever is played: kings alone, or with one knight, or with bishops of either side
// all on squares of one color.
func insufficientMaterial(p *chess.Position) bool {
	b := p.Board()
	if b.Of(chess.Pawn)|b.Of(chess.Rook)|b.Of(chess.Queen) != 0 {
		return false
	}
	bishops := b.Of(chess.Bishop)
	switch b.Of(chess.Knight).Count() {
	case 0:
		return bishops&chess.DarkSquares == 0 || bishops&^chess.DarkSquares == 0
	case 1:
		return bishops == 0
	}
	return false
}

// FirstViolation returns the first position of a game after which a move was made
// although the game was over: the number of moves before it, and the law. If there is
// none the law is Goes. The moves must be legal; checkmate and stalemate need no look.
func FirstViolation(g *Game) (ply int, law Ending) {
	var t tracker
	p := g.start()
	t.start(p, g.Clock)
	for i, m := range g.Moves {
		if law = t.over(); law != Goes {
			return i, law
		}
		p = p.Play(m)
		t.play(m, p)
	}
	return len(g.Moves), Goes
}
