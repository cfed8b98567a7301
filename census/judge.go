package census

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"

	"chesscensus/chess"
	"chesscensus/chess/notation/forms"
	"chesscensus/legality"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/proofgame/replay"
	"chesscensus/legality/rules"
	"chesscensus/legality/verdict"
)

// A Verdict says whether a setup is legal, and why.
type Verdict struct {
	Setup   Setup
	Outcome Outcome
	// Words is the outcome with its reason, such as "illegal: a pawn stands on row 1 or 8 (pawns: a1)".
	Words string
	// Why is the reason in a sentence, of an illegal setup.
	Why string
	// Stage is the name of the method that decided, or of the one that gave up.
	Stage string
	// Squares are the men that the refutation rests on, as far as it names them.
	Squares []Square
	// Game leads to the setup if it is legal; nil otherwise.
	Game *Game
	// Effort is the effort of the judgement.
	Effort Effort
}

// String returns the verdict in words.
func (v Verdict) String() string { return v.Words }

// Highest returns the default effort of [Judge]: all that this build has.
func Highest() Effort { return slices.Max(legality.Efforts(legality.DefaultStages())) }

// Judge decides whether a position is legal, to the effort [Highest] or the one that is given. The outcome is Unknown if no stage decides.
// A text that does not say who is to move is judged for either side. Most positions take some milliseconds, hard ones up to a minute or so;
// shortening the game of a legal position takes up to half a second more. The error says what is wrong with a FEN record.
func Judge[S Some](s S, effort ...Effort) (Verdict, error) {
	setup, err := setupOf(s)
	if err != nil {
		return Verdict{}, err
	}
	ctx, stop := interruptible()
	defer stop()
	asked := firstOr(effort, Highest())
	v, err := judge(ctx, setup, asked, true)
	either := lacksTurn(s)
	if either && err == nil && v.Outcome != Legal {
		setup.Turn = setup.Turn.Other()
		var other Verdict
		if other, err = judge(ctx, setup, asked, true); other.Outcome == Legal || v.Outcome == Illegal && other.Outcome == Unknown {
			v = other
		}
	}
	if err != nil {
		return Verdict{}, err
	}
	v, err = shortenGame(ctx, v)
	switch {
	case !either || err != nil:
	case v.Outcome == Illegal:
		v.Words += "; illegal with the other side to move, too"
	default:
		v.Words += fmt.Sprintf("; with %s to move, which the text does not say", v.Setup.Turn)
	}
	return v, err
}

// firstOr returns the first of some optional arguments, or the default if there is none.
func firstOr[T any](list []T, otherwise T) T {
	if len(list) == 0 {
		return otherwise
	}
	return list[0]
}

// lacksTurn reports whether s is a text that does not say who is to move.
func lacksTurn[S Some](s S) bool {
	text, ok := any(s).(string)
	if !ok {
		return false
	}
	r, err := forms.Read(text)
	return err == nil && r.NoTurn
}

// shortenGame returns the verdict with its game, if it has one, shortened as the command judge does.
func shortenGame(ctx context.Context, v Verdict) (Verdict, error) {
	if v.Game == nil {
		return v, nil
	}
	goal, err := v.Setup.Position()
	if err != nil {
		return Verdict{}, err
	}
	moves, err := proofgame.Shorter(ctx, replay.Game{Start: chess.InitialPosition(), Moves: v.Game.Moves, Goal: goal}, 0, proofgame.PeopleNodes, replay.Basic)
	if err != nil {
		return Verdict{}, fmt.Errorf("census: the game to %s: %w", goal, err)
	}
	v.Game = &Game{Moves: moves}
	v.Words = legalText(v)
	return v, nil
}

// legalText returns the Words of a verdict with a game.
func legalText(v Verdict) string {
	return fmt.Sprintf("legal: a game of %d plies leads to it (%s)", len(v.Game.Moves), v.Stage)
}

// judge is [Judge] with a context and a setup. If long is true it searches longer for games of positions with few last moves.
func judge(ctx context.Context, setup Setup, effort Effort, long bool) (Verdict, error) {
	engine, err := legality.New(legality.Options{Effort: effort, Games: proofgame.Options{Long: long}})
	if err != nil {
		return Verdict{}, err
	}
	v := engine.Judge(ctx, setup)
	if err := engine.Err(); err != nil {
		return Verdict{}, err
	}
	return newVerdict(setup, v, effort)
}

// Theorems lists the rules of the first stage, each of which holds in every legal position. A setup that breaks one is illegal.
func Theorems() *Table {
	t := NewTable("rule", "theorem")
	for _, r := range rules.All() {
		t.Add(r.Name, r.Theorem)
	}
	return t
}

// newVerdict returns the Verdict of a setup from that of the engine. The error is that of a certificate that cannot be played.
func newVerdict(s Setup, v verdict.Verdict, effort Effort) (Verdict, error) {
	w := Verdict{Setup: s, Outcome: v.Outcome, Words: v.String(), Stage: v.Stage, Effort: effort}
	w.Squares, w.Why = slices.Collect(v.Evidence.Squares.All()), v.Reasons.First().Text()
	if v.Outcome != verdict.Legal {
		return w, nil
	}
	g, err := gameOf(v.Certificate.String())
	if err != nil {
		return w, err
	}
	w.Game = g
	w.Words = legalText(w)
	return w, nil
}

// gameOf reads a certificate: the moves of a game in SAN.
func gameOf(text string) (*Game, error) {
	g, err := Play(text)
	if err != nil {
		return nil, fmt.Errorf("census: a certificate that cannot be played: %w", err)
	}
	if len(g.Notes) > 0 {
		return nil, fmt.Errorf("census: a certificate that cannot be played: %s", g.Notes[0])
	}
	return g, nil
}

// ProofGame returns a game from the initial position to the given one, shortened and replayed by a
// second implementation of the rules. The error says that the position is illegal and why, or that
// no game was found within the budget; the second does not mean that there is none.
func ProofGame[S Some](goal S) (*Game, error) {
	p, err := positionOf(goal)
	if err != nil {
		return nil, err
	}
	v, err := Judge(goal)
	if err != nil {
		return nil, err
	}
	if v.Outcome != Legal {
		return nil, fmt.Errorf("census: no game to %s: %s", p, v.Words)
	}
	return v.Game, nil
}

// Play returns the game of some moves in SAN from the initial position, or the last game of a PGN text, which may have tags, comments and
// variations. A null move ends it, and words that are no moves are skipped; Notes of the game say so, and are shown.
func Play(moves string) (*Game, error) {
	if strings.TrimSpace(moves) == "" {
		return &Game{}, nil
	}
	g, err := chess.ReadLastGame(strings.NewReader(moves), "moves")
	if err != nil {
		return nil, err
	}
	if len(g.Notes) > 0 {
		Show(strings.Join(g.Notes, "\n"))
	}
	return &g, nil
}

// interruptible returns a context that ends when the cell is stopped, so that the results so far can be returned.
func interruptible() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt)
}
