package replay

import (
	"errors"
	"fmt"
	"hash/fnv"
	"strings"

	"chesscensus/chess"
	"chesscensus/legality/internal/mailbox"
	"chesscensus/legality/verdict"
)

// StageName is the stage of verdicts and certificates that are proof games.
const StageName = "proofgame"

// A Game claims that the moves lead from Start to Goal.
type Game struct {
	// Start is the position before the first move; zero means the initial one.
	Start chess.Position
	// Clock is the number of half-moves without capture or pawn move before the start. Only [FIDE] rules need it.
	Clock int
	// Moves need not be legal: verification finds illegal ones.
	Moves []chess.Move
	// Goal is compared with the position after the last move.
	Goal chess.Position
}

// A Verifier verifies games. The zero value is ready: both programs see every game, by the [Basic] rules. It reuses memory and is for
// one goroutine at a time.
type Verifier struct {
	Rules Rules
	// Foreign says how many games the foreign program replays too: all if 0 or 1, one in Foreign if larger, none if negative. The
	// sample depends on the goal alone, not on the order of games.
	Foreign int

	own     mailbox.Game
	foreign foreign
	text    []byte
	words   []string
	moves   []mailbox.Move // moves that our own program has read
}

// ErrNotProven is wrapped by all errors of games that prove nothing.
var ErrNotProven = errors.New("the game does not prove the position")

// A ContradictionError says that one program accepts a game and the other does not. One of them is wrong, and no verdict that rests on
// either may be trusted.
type ContradictionError struct {
	Game         string // start, moves and goal
	Own, Foreign error  // errors of the programs, nil if accepted
}

// Error returns what each program says, and the game.
func (e *ContradictionError) Error() string {
	describe := func(err error) string {
		if err == nil {
			return "accepts"
		}
		return err.Error()
	}
	return fmt.Sprintf("replay: the verifiers contradict each other: own: %s; foreign: %s; game: %s", describe(e.Own),
		describe(e.Foreign), e.Game)
}

// Verify returns nil if all moves are legal, lead to the goal and obey the rules. Otherwise the error wraps [ErrNotProven], or is a
// [*ContradictionError].
func (v *Verifier) Verify(g *Game) error {
	v.words = v.words[:0]
	for _, m := range g.Moves {
		v.words = append(v.words, m.String())
	}
	return v.verify(g.start().String(), g.Clock, v.words, g.Goal.String())
}

// Prove verifies a game and returns it as a certificate: the moves in short algebraic notation as texelutil writes them. It verifies
// this text.
func (v *Verifier) Prove(g *Game) (verdict.ProofGame, error) {
	p := g.start()
	start := p.String()
	v.text = v.text[:0]
	for i, m := range g.Moves {
		if !p.IsLegal(m) {
			return "", fmt.Errorf("%w: ply %d: %v is not legal in %v", ErrNotProven, i+1, m, p)
		}
		if i > 0 {
			v.text = append(v.text, ' ')
		}
		v.text = p.AppendSAN(v.text, m, chess.CompactSAN)
		p = p.Play(m)
	}
	text := string(v.text)
	if err := v.VerifyText(start, g.Clock, text, g.Goal.String()); err != nil {
		return "", err
	}
	return verdict.ProofGame(text), nil
}

// VerifyText does the same as [Verifier.Verify] for texts: the first four fields of FEN records (an empty start is the initial
// position), and moves in algebraic notation or in coordinates, separated by blanks, without move numbers.
func (v *Verifier) VerifyText(start string, clock int, moves, goal string) error {
	if start == "" {
		start = mailbox.Initial
	}
	v.words = v.words[:0]
	for word := range strings.FieldsSeq(moves) {
		v.words = append(v.words, word)
	}
	return v.verify(start, clock, v.words, goal)
}

// start returns the position before the first move.
func (g *Game) start() chess.Position {
	if g.Start == (chess.Position{}) {
		return chess.InitialPosition()
	}
	return g.Start
}

// verify replays a game with both programs. The foreign one panics on some texts that are no FEN records and accepts meaningless
// positions. So it gets the positions as our own program writes them.
func (v *Verifier) verify(start string, clock int, words []string, goal string) error {
	from, err := mailbox.Parse(start)
	if err != nil {
		return fmt.Errorf("%w: start: %w", ErrNotProven, err)
	}
	to, err := mailbox.Parse(goal)
	if err != nil {
		return fmt.Errorf("%w: goal: %w", ErrNotProven, err)
	}
	own := v.replayWithOwn(from, clock, words, to)
	if goal = to.String(); !v.isSampled(goal) {
		return own
	}
	start = from.String()
	foreign := v.foreign.replay(start, words, v.moves, goal)
	// The foreign program is not asked about draws.
	var law *LawError
	accepted := own == nil || errors.As(own, &law)
	if accepted != (foreign == nil) {
		return &ContradictionError{start + " " + strings.Join(words, " ") + " " + goal, own, foreign}
	}
	return own
}

// isSampled reports whether the foreign program replays games with this goal.
func (v *Verifier) isSampled(goal string) bool {
	switch {
	case v.Foreign < 0:
		return false
	case v.Foreign <= 1:
		return true
	}
	h := fnv.New64a()
	h.Write([]byte(goal))
	return h.Sum64()%uint64(v.Foreign) == 0
}
