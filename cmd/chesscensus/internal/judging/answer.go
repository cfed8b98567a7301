package judging

import (
	"context"
	"fmt"
	"strings"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality/lines"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/proofgame/replay"
	"chesscensus/legality/verdict"
)

// Names of the groups in a line that hold its outcome.
const (
	legal   = "legal"
	illegal = "illegal"
	unknown = "unknown"
)

// lineOutcome returns the group with the outcome of a line, and the words behind it: a reason, or the moves of a game.
func lineOutcome(l *lines.Line) (group string, words []string) {
	switch {
	case l.Has(illegal):
		return illegal, l.Words(illegal)
	case l.Has(legal):
		return legal, l.Words("proof")
	}
	return unknown, nil
}

// answerText returns the answer about one position for a person, without a line end.
func (p *linePrinter) answerText(ctx context.Context, r *result) string {
	group, words := lineOutcome(&r.Line)
	switch group {
	case illegal:
		return p.paint(cli.Red, "illegal") + ": " + p.illegalText(r, words)
	case legal:
		return p.paint(cli.Green, "legal") + ": " + legalText(ctx, r, words)
	}
	return p.paint(cli.Yellow, "not decided") + p.undecidedText(r)
}

// illegalText returns why a position is illegal: by the verdict, or in the words of a line that was decided before.
func (p *linePrinter) illegalText(r *result, words []string) string {
	switch {
	case !r.Judged:
		return strings.Join(words, " ")
	case p.verbose:
		return strings.TrimRight(lines.Explain(&r.Verdict, &r.Line.Setup), "\n")
	}
	return strings.TrimRight(lines.Words(&r.Verdict, &r.Line.Setup), "\n")
}

// legalText returns a game with numbered moves, which is shortened first. It returns the words of a line that hold no game as they are.
func legalText(ctx context.Context, r *result, words []string) string {
	start := chess.InitialPosition()
	game, err := start.ParseSANs(words)
	if err != nil || len(game) == 0 {
		return strings.Join(words, " ")
	}
	foundPlies := len(game)
	if short, err := proofgame.Shorter(ctx, replay.Game{Start: start, Moves: game, Goal: goalPosition(&r.Line.Setup)}, 0,
		proofgame.PeopleNodes, replay.Basic); err == nil {
		game = short
	}
	return fmt.Sprintf("a game of %s%s leads to it, replayed by two other programs\n%s", cli.Plies(len(game)),
		cli.FormerLength(foundPlies, len(game)), strings.TrimRight(cli.Wrap(start.Numbered(game, 1)), "\n"))
}

// undecidedText returns what was tried, and with -v what to try next.
func (p *linePrinter) undecidedText(r *result) string {
	if p.Options.Stages != nil {
		return ": this stage does not refute it"
	}
	text := fmt.Sprintf(" at effort %v: nothing refutes it, and no game was found", p.Options.Effort)
	if p.Options.Effort < verdict.Game {
		text = fmt.Sprintf(" at effort %v: nothing of that effort refutes it", p.Options.Effort)
	}
	if !p.verbose || !r.Judged {
		return text + " (-v says what to try next)"
	}
	return text + "\n" + strings.TrimRight(p.explanation(r), "\n")
}

// goalPosition returns the position of a setup that is the end of a game.
func goalPosition(s *chess.Setup) chess.Position {
	p, _ := s.Position() // cannot fail, since a game to the setup was replayed
	return p
}

// nextSteps returns a list of commands that may decide a position that this one has left undecided.
func (p *linePrinter) nextSteps(s *chess.Setup) string {
	text := "to try next:\n"
	add := func(format string, args ...any) { text += fmt.Sprintf("  chesscensus "+format+"\n", args...) }
	switch {
	case p.Options.Stages != nil:
		add("judge '%v'", s)
	case p.Options.Effort < verdict.Game:
		add("judge --effort game '%v'", s)
	case p.Options.Effort < verdict.Exhaustive:
		add("judge --effort exhaustive '%v'", s)
	default:
		add("judge --effort exhaustive --passes %d '%v'", min(verdict.MaxPass, p.Options.Passes+2), s)
	}
	if p.Options.Stages == nil && p.Options.Effort >= verdict.Game {
		add("judge --effort exhaustive --random-kernel --seed %d '%v'", p.Options.Games.Seed+1, s)
		add("proofgame -w 1:5 -v '%v'", s)
	}
	return text
}

// A record is the JSON form of the result for a line.
type record struct {
	cli.Program
	FEN     string   `json:"fen"`
	Outcome string   `json:"outcome"`
	Reason  string   `json:"reason,omitempty"` // as in the line
	Words   string   `json:"words,omitempty"`  // the theorem or game behind the verdict, in words
	Stage   string   `json:"stage,omitempty"`
	Stop    string   `json:"stop,omitempty"` // why there is no verdict
	Plies   *int     `json:"plies,omitempty"`
	Game    []string `json:"game,omitempty"`
	Notes   []string `json:"notes,omitempty"` // corrections of the input
}

// appendRecord appends the JSON form of the result for a line.
func appendRecord(dst []byte, r *result) ([]byte, error) {
	group, words := lineOutcome(&r.Line)
	out := record{Program: cli.ThisProgram(), FEN: r.Line.FEN, Outcome: group, Notes: r.Notes}
	switch group {
	case illegal:
		out.Reason = strings.Join(words, " ")
	case legal:
		n := len(words)
		out.Plies, out.Game = &n, words
	}
	if r.Judged {
		out.Words, out.Stage = lines.Words(&r.Verdict, &r.Line.Setup), r.Verdict.Stage
		if !r.Verdict.Decided() {
			out.Stop = r.Verdict.Stop.String()
		}
	}
	return cli.AppendJSON(dst, out)
}
