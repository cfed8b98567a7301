package spaces

import (
	"strings"

	"github.com/spf13/cobra"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/sampler/spaces"
)

// addCodecFlag adds --codec to a command.
func addCodecFlag(c *cobra.Command, name *string) {
	*name = spaces.Codecs()[0].Name
	var names, list []string
	for _, k := range spaces.Codecs() {
		names, list = append(names, k.Name), append(list, k.Name+"\t"+k.About)
	}
	cli.ChoiceFlag(c, name, "codec", "codec: "+strings.Join(names, ", "), list...)
}

// encodeCommand returns the command encode.
func encodeCommand(a *cli.App) *cobra.Command {
	var name string
	c := &cobra.Command{
		Use:   "encode [FEN...]",
		Short: "FEN to code: a position in 26 characters, 156 bits",
		Long: `Encode prints, for each FEN record, a code of 156 bits: men, side to move, castling
rights and en passant square. The counters are not kept. The text is 26 characters of 6
bits, the highest first, in the alphabet of base64url (A-Z, a-z, 0-9, -, _); no code
begins with - or _.

The codec tomic is that of R. V. Tomic's article of 1999: one bit for the side to move,
then 155 bits, a prefix code for the material followed by the index of the placement. The
codec rank is the rank in the space material.

A record that has no code is an error that names the condition that fails. Every legal
position has a code.`,
		Example: `  chesscensus encode 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
  ZGkAAUmmDeXq6uUgCh5BvUSbkz`,
	}
	addCodecFlag(c, &name)
	setLineCommand(a, c, cli.FENArgs, func() (spaces.Codec, error) { return spaces.NewCodec(name) },
		func(codec spaces.Codec, line string) (string, func() any, error) {
			f, err := a.ReadDraw(line)
			if err != nil {
				return "", nil, err
			}
			code, err := codec.Encode(&f.Setup)
			text := string(code.AppendText(nil))
			return text, func() any { return codeRecord{cli.ThisProgram(), name, text, f.String()} }, err
		})
	return c
}

// decodeCommand returns the command decode.
func decodeCommand(a *cli.App) *cobra.Command {
	var name string
	c := &cobra.Command{
		Use:   "decode [CODE...]",
		Short: "Code to FEN: the inverse of encode",
		Long: `Decode prints, for each code of 26 characters that encode made with the same codec, the
position as a FEN record, with counters 0 1. Anything else is an error.`,
		Example: `  chesscensus decode ZGkAAUmmDeXq6uUgCh5BvUSbkz
  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1`,
	}
	addCodecFlag(c, &name)
	setLineCommand(a, c, nil, func() (spaces.Codec, error) { return spaces.NewCodec(name) }, func(codec spaces.Codec, line string) (string, func() any, error) {
		code, err := spaces.ParseCode(cli.FENField(line))
		if err != nil {
			return "", nil, err
		}
		setup, err := codec.Decode(code)
		f := chess.FEN{Setup: setup, Fullmove: 1}
		return f.String(), func() any { return codeRecord{cli.ThisProgram(), name, string(code.AppendText(nil)), f.String()} }, err
	})
	return c
}
