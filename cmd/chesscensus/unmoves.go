package main

import (
	"bytes"

	"github.com/spf13/cobra"

	"chesscensus/chess"
	"chesscensus/legality/retro"
)

func (a *app) unmovesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "unmoves [FEN...]",
		Short: "List the moves that can have led to a position",
		Long: `Unmoves prints, for each FEN record, a line for every move that can have led to the
position, with what it captured and the castling rights and en passant square before it:

  <move> captP: <Q|R|B|N|P|-> castle: <rights> ep: <square|->

the format of texelutil revmoves, in another order. If the canonical form of the record
differs, a line "Corrected FEN: " comes first.`,
		Example: `  chesscensus unmoves '4k3/8/8/8/8/4n3/3P4/2KR1n2 b - - 0 1'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.filter(cmd.Context(), fenArgs(args), func(dst []byte, line string) ([]byte, error) {
				f, err := chess.ParseFEN(fenField(line))
				if err != nil {
					return dst, err
				}
				c := f.Setup.Canonical()
				if _, err := c.Position(); err != nil {
					return dst, err
				}
				return bytes.TrimSuffix(retro.AppendAll(dst, f), []byte("\n")), nil
			})
		},
	}
}
