package games

import (
	"strings"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
)

// A gameRecord is the JSON form of the result of proofgame.
type gameRecord struct {
	cli.Program
	FEN     string   `json:"fen"`
	Start   string   `json:"start,omitempty"` // where the game begins, if not at the initial position
	Outcome string   `json:"outcome"`         // game, illegal, none (no game leads there from the start), or unknown
	Reason  string   `json:"reason,omitempty"`
	Plies   int      `json:"plies"`
	Game    []string `json:"game,omitempty"`
}

// record returns the JSON form of a result whose last line would be lastLine.
func (g *proofGame) record(lastLine string) gameRecord {
	r := gameRecord{Program: cli.ThisProgram(), FEN: chess.FEN{Setup: g.goalSetup, Fullmove: 1}.String(), Plies: len(g.game), Game: g.start.SANs(g.game)}
	if g.start != chess.InitialPosition() {
		r.Start = chess.FEN{Setup: g.start.Setup(), Fullmove: 1}.String()
	}
	reason, refuted := strings.CutPrefix(lastLine, "illegal: ")
	none, excluded := strings.CutPrefix(lastLine, noneExists)
	switch {
	case refuted:
		r.Outcome, r.Reason = "illegal", reason
	case excluded:
		r.Outcome, r.Reason = "none", strings.TrimPrefix(none, ": ")
	case lastLine == noSolution:
		r.Outcome = "unknown"
	default:
		r.Outcome = "game"
	}
	return r
}
