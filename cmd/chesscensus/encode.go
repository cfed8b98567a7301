package main

import (
	"strings"

	"github.com/spf13/cobra"

	"chesscensus/chess"
	"chesscensus/sampler/material"
)

// codecs lists the codecs that commands know, the default first.
var codecs = []struct {
	name, about string
	make        func(*material.Space) material.Codec
}{
	{"tomic", "prefix code of the material, index of the placement", func(s *material.Space) material.Codec { return material.NewTomicCodec(s) }},
	{"rank", "rank in the space material", func(s *material.Space) material.Codec { return material.NewRankCodec(s) }},
}

func codecNames() (names []string) {
	for _, c := range codecs {
		names = append(names, c.name)
	}
	return names
}

// newCodec makes the codec of the given name.
func newCodec(name string) (material.Codec, error) {
	for _, c := range codecs {
		if c.name == name {
			return c.make(material.New()), nil
		}
	}
	return nil, usagef("unknown codec %.40q (known: %s)", name, strings.Join(codecNames(), ", "))
}

// codecFlag adds --codec to a command.
func codecFlag(c *cobra.Command, name *string) {
	c.Flags().StringVar(name, "codec", codecs[0].name, "codec: "+strings.Join(codecNames(), ", "))
	_ = c.RegisterFlagCompletionFunc("codec", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var list []string
		for _, k := range codecs {
			list = append(list, k.name+"\t"+k.about)
		}
		return list, cobra.ShellCompDirectiveNoFileComp
	})
}

func (a *app) encodeCommand() *cobra.Command {
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
		RunE: func(cmd *cobra.Command, args []string) error {
			codec, err := newCodec(name)
			if err != nil {
				return err
			}
			return a.filter(cmd.Context(), fenArgs(args), func(dst []byte, line string) ([]byte, error) {
				f, err := a.readDraw(line)
				if err != nil {
					return dst, err
				}
				code, err := codec.Encode(&f.Setup)
				if err != nil {
					return dst, err
				}
				return code.AppendText(dst), nil
			})
		},
	}
	codecFlag(c, &name)
	return c
}

func (a *app) decodeCommand() *cobra.Command {
	var name string
	c := &cobra.Command{
		Use:   "decode [CODE...]",
		Short: "Code to FEN: the inverse of encode",
		Long: `Decode prints, for each code of 26 characters that encode made with the same codec, the
position as a FEN record, with counters 0 1. Anything else is an error.`,
		Example: `  chesscensus decode ZGkAAUmmDeXq6uUgCh5BvUSbkz
  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			codec, err := newCodec(name)
			if err != nil {
				return err
			}
			return a.filter(cmd.Context(), args, func(dst []byte, line string) ([]byte, error) {
				code, err := material.ParseCode(fenField(line))
				if err != nil {
					return dst, err
				}
				setup, err := codec.Decode(code)
				if err != nil {
					return dst, err
				}
				f := chess.FEN{Setup: setup, Fullmove: 1}
				return f.Append(dst), nil
			})
		},
	}
	codecFlag(c, &name)
	return c
}
