package main

import (
	"bytes"
	"strings"

	"github.com/spf13/cobra"

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
differs, a line "Corrected FEN: " comes first: castling rights without king and rook at
home and an en passant square without a legal capture mean nothing, counters and the
fields for both may be missing, and read as none.`,
		Example: `  chesscensus unmoves '4k3/8/8/8/8/4n3/3P4/2KR1n2 b - - 0 1'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.filter(cmd.Context(), fenArgs(args), func(dst []byte, line string) ([]byte, error) {
				f, err := a.readFEN(completeFEN(line))
				if err != nil {
					return dst, err
				}
				f.Setup = f.Setup.Canonical()
				if _, err := f.Setup.Position(); err != nil {
					return dst, err
				}
				if text := f.String(); text != strings.Join(strings.Fields(fenField(line)), " ") {
					dst = append(append(append(dst, "Corrected FEN: "...), text...), '\n')
				}
				return bytes.TrimSuffix(retro.AppendAll(dst, f), []byte("\n")), nil
			})
		},
	}
}

// completeFEN adds the fields for castling rights and en passant square to a record without
// them, as texelutil does.
func completeFEN(line string) string {
	text := fenField(line)
	switch len(strings.Fields(text)) {
	case 2:
		return text + " - -"
	case 3:
		return text + " -"
	}
	return text
}
