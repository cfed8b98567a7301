package games

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality"
	"chesscensus/legality/lastmoves"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// unmovesCommand returns the command unmoves.
func unmovesCommand(a *cli.App) *cobra.Command {
	var asJSON, withFEN, onlyPossible bool
	c := &cobra.Command{
		Use:   "unmoves [FEN...]",
		Short: "List the moves that can have led to a position",
		Long: `Unmoves prints, for each FEN record, a line for every move that leads to the
position by the rules from one before it, which need not be legal itself (see --legal), with what
it captured and the castling rights and en passant square before it:

  <move> captP: <Q|R|B|N|P|-> castle: <rights> ep: <square|->

the format of texelutil revmoves, in another order. --fen adds a tab and the FEN record of the position
before, --legal keeps the moves whose position before is not refuted at effort game, and adds that
record and whether a game is known: legal or unknown. --json prints the record of the position before as well. If the canonical form of the record
differs, a line "Corrected FEN: " comes first: castling rights without king and rook at
home and an en passant square without a legal capture mean nothing, counters and the
fields for both may be missing, and read as none.`,
		Example: `  chesscensus unmoves '4k3/8/8/8/8/4n3/3P4/2KR1n2 b - - 0 1'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.Filter(cmd.Context(), cli.FENArgs(args), func(dst []byte, line string) ([]byte, error) {
				f, err := a.ReadFEN(line)
				if err != nil {
					return dst, err
				}
				first := len(dst)
				f.Setup = f.Setup.Canonical()
				if _, err := f.Setup.Position(); err != nil {
					return dst, err
				}
				list, err := listUnmoves(cmd.Context(), f.Setup, onlyPossible)
				if err != nil {
					return dst, err
				}
				if text := f.String(); !asJSON && text != strings.Join(strings.Fields(cli.FENField(line)), " ") {
					dst = append(append(append(dst, "Corrected FEN: "...), text...), '\n')
				}
				for _, m := range list {
					switch {
					case asJSON:
						dst, _ = cli.AppendJSON(dst, newUnmoveRecord(f, m, onlyPossible)) // encoding strings cannot fail
					case onlyPossible:
						dst = fmt.Appendf(m.Append(dst), "\t%v 0 1\t%v", m.Before.String(), m.Verdict.Outcome)
					case withFEN:
						dst = fmt.Appendf(m.Append(dst), "\t%v 0 1", m.Before.String())
					default:
						dst = m.Append(dst)
					}
					dst = append(dst, '\n')
				}
				return dst[:max(first, len(dst)-1)], nil // without the last line end; there may be no line
			})
		},
	}
	cli.JSONFlag(c, &asJSON)
	c.Flags().BoolVar(&withFEN, "fen", false, "print the position before each move, too")
	c.Flags().BoolVar(&onlyPossible, "legal", false, "leave out moves whose position before is refuted, and print that of the others")
	return c
}

// An unmoveRecord is the JSON form of a move that can have led to a position.
type unmoveRecord struct {
	cli.Program
	FEN      string `json:"fen"`
	Move     string `json:"move"` // as in UCI
	Captured string `json:"captured,omitempty"`
	Castling string `json:"castling"` // before the move
	EP       string `json:"en_passant,omitempty"`
	Before   string `json:"before"`            // the position before the move
	Outcome  string `json:"outcome,omitempty"` // verdict on that position, with --legal
}

// listUnmoves returns all unmoves of a setup. With onlyPossible it judges the positions before them and leaves out refuted ones.
func listUnmoves(ctx context.Context, s chess.Setup, onlyPossible bool) (list []lastmoves.Move, err error) {
	if !onlyPossible {
		for _, u := range retro.Unmoves(nil, s, retro.Options{AllEP: true}) {
			list = append(list, lastmoves.Move{Unmove: u, Before: retro.Undo(s, u)})
		}
		return list, nil
	}
	e, err := legality.New(legality.Options{Effort: verdict.Game, Games: proofgame.Options{Plies: proofgame.AskedPlies}})
	if err != nil {
		return nil, err
	}
	list, err = lastmoves.List(ctx, e, s)
	return lastmoves.Possible(list), err
}

// newUnmoveRecord returns the JSON form of an unmove of a position.
func newUnmoveRecord(f chess.FEN, m lastmoves.Move, withOutcome bool) unmoveRecord {
	move, _, _ := strings.Cut(string(m.Append(nil)), " ")
	r := unmoveRecord{Program: cli.ThisProgram(), FEN: f.String(), Move: move, Castling: m.Castling().String(), Before: m.Before.String() + " 0 1"}
	if withOutcome {
		r.Outcome = m.Verdict.Outcome.String()
	}
	if role := m.Captured(); role != chess.NoRole {
		r.Captured = string(role.Letter())
	}
	if sq := m.EP(); sq != chess.NoSquare {
		r.EP = sq.String()
	}
	return r
}
