package games

import (
	"bytes"
	"strings"

	"github.com/spf13/cobra"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality/retro"
)

func unmovesCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "unmoves [FEN...]",
		Short: "List the moves that can have led to a position",
		Long: `Unmoves prints, for each FEN record, a line for every move that can have led to the
position, with what it captured and the castling rights and en passant square before it:

  <move> captP: <Q|R|B|N|P|-> castle: <rights> ep: <square|->

the format of texelutil revmoves, in another order. If the canonical form of the record
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
				f.Setup = f.Setup.Canonical()
				if _, err := f.Setup.Position(); err != nil {
					return dst, err
				}
				if asJSON {
					return unmoveRecords(dst, f)
				}
				if text := f.String(); text != strings.Join(strings.Fields(cli.FENField(line)), " ") {
					dst = append(append(append(dst, "Corrected FEN: "...), text...), '\n')
				}
				return bytes.TrimSuffix(retro.AppendAll(dst, f), []byte("\n")), nil
			})
		},
	}
	cli.JSONFlag(c, &asJSON)
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
}

// unmoveRecords appends a record for every unmove, a line each, the last without its end.
func unmoveRecords(dst []byte, f chess.FEN) (out []byte, err error) {
	for i, u := range retro.Unmoves(nil, f.Setup, retro.Options{AllEP: true}) {
		if i > 0 {
			dst = append(dst, '\n')
		}
		move, _, _ := strings.Cut(string(u.Append(nil)), " ")
		r := unmoveRecord{Program: cli.ThisProgram(), FEN: f.String(), Move: move, Castling: u.Castling().String()}
		if role := u.Captured(); role != chess.NoRole {
			r.Captured = string(role.Letter())
		}
		if sq := u.EP(); sq != chess.NoSquare {
			r.EP = sq.String()
		}
		if dst, err = cli.AppendJSON(dst, r); err != nil {
			return dst, err
		}
	}
	return dst, nil
}
