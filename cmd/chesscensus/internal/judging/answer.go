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

// Outcomes of a line, as the groups that say so.
const (
	legal   = "legal"
	illegal = "illegal"
	unknown = "unknown"
)

// outcome returns what a line says and the words behind it: a reason, or the moves of a game.
func outcome(l *lines.Line) (what string, words []string) {
	switch {
	case l.Has(illegal):
		return illegal, l.Words(illegal)
	case l.Has(legal):
		return legal, l.Words("proof")
	}
	return unknown, nil
}

// answer says to a person what became of a position. It has no line end.
func (j *judge) answer(ctx context.Context, r *result) string {
	what, words := outcome(&r.Line)
	switch what {
	case illegal:
		if !r.Judged {
			return j.paint(cli.Red, "illegal") + ": " + strings.Join(words, " ")
		}
		text := lines.Words(&r.Verdict, &r.Line.Setup)
		if j.verbose {
			text = lines.Explain(&r.Verdict, &r.Line.Setup)
		}
		return j.paint(cli.Red, "illegal") + ": " + strings.TrimRight(text, "\n")
	case legal:
		p := chess.InitialPosition()
		game, err := p.ParseSANs(words)
		if err != nil || len(game) == 0 {
			return j.paint(cli.Green, "legal") + ": " + strings.Join(words, " ")
		}
		found := len(game)
		if short, err := proofgame.Shorter(ctx, replay.Game{Start: p, Moves: game, Goal: goalOf(&r.Line.Setup)}, 0, proofgame.PeopleNodes, replay.Basic); err == nil {
			game = short
		}
		return fmt.Sprintf("%s: a game of %s%s leads to it, replayed by two other programs\n%s",
			j.paint(cli.Green, "legal"), cli.Plies(len(game)), cli.FormerLength(found, len(game)), strings.TrimRight(cli.Wrap(p.Numbered(game, 1)), "\n"))
	}
	text := fmt.Sprintf("%s at effort %v: nothing refutes it, and no game was found", j.paint(cli.Yellow, "not decided"), j.Options.Effort)
	switch {
	case j.Options.Stages != nil:
		return j.paint(cli.Yellow, "not decided") + ": this stage does not refute it"
	case j.Options.Effort < verdict.Game:
		text = fmt.Sprintf("%s at effort %v: nothing of that effort refutes it", j.paint(cli.Yellow, "not decided"), j.Options.Effort)
	}
	if !j.verbose || !r.Judged {
		return text + " (-v says what to try next)"
	}
	return text + "\n" + strings.TrimRight(j.reasons(r), "\n")
}

// goalOf is the position of a setup that a game leads to.
func goalOf(s *chess.Setup) chess.Position {
	p, _ := s.Position() // a game to it was replayed
	return p
}

// next says which commands may decide what this one has left open.
func (j *judge) next(s *chess.Setup) string {
	text := "to try next:\n"
	add := func(format string, args ...any) { text += fmt.Sprintf("  chesscensus "+format+"\n", args...) }
	switch {
	case j.Options.Stages != nil:
		add("judge '%v'", s)
	case j.Options.Effort < verdict.Game:
		add("judge --effort game '%v'", s)
	case j.Options.Effort < verdict.Exhaustive:
		add("judge --effort exhaustive '%v'", s)
	default:
		add("judge --effort exhaustive --passes %d '%v'", min(verdict.MaxPass, j.Options.Passes+2), s)
	}
	if j.Options.Stages == nil && j.Options.Effort >= verdict.Game {
		add("judge --effort exhaustive --random-kernel --seed %d '%v'", j.Options.Games.Seed+1, s)
		add("proofgame -w 1:5 -v '%v'", s)
	}
	return text
}

// A record is the JSON form of a line.
type record struct {
	cli.Program
	FEN     string   `json:"fen"`
	Outcome string   `json:"outcome"`
	Reason  string   `json:"reason,omitempty"` // as the line has it
	Words   string   `json:"words,omitempty"`  // what the verdict rests on
	Stage   string   `json:"stage,omitempty"`
	Stop    string   `json:"stop,omitempty"` // why there is no verdict
	Plies   *int     `json:"plies,omitempty"`
	Game    []string `json:"game,omitempty"`
	Notes   []string `json:"notes,omitempty"` // what was taken otherwise than written
}

// appendRecord appends the JSON form of what became of a line.
func appendRecord(dst []byte, r *result) ([]byte, error) {
	what, words := outcome(&r.Line)
	out := record{Program: cli.ThisProgram(), FEN: r.Line.FEN, Outcome: what, Notes: r.Notes}
	switch what {
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
