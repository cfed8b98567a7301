package spaces

import (
	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// A reply answers one line: it appends a text, or with --json gives a record.
type reply struct {
	text   func(dst []byte) []byte
	record func() any
}

// byLine lets c answer its arguments, or without any the lines of its input, each by itself and in order, with --json if asked for. Its arguments are
// first made one a line by split, if that is not nil. What open returns, made once, is given to answer with every line.
func byLine[T any](a *cli.App, c *cobra.Command, split func([]string) []string, open func() (T, error), answer func(T, string) (reply, error)) {
	var asJSON bool
	cli.JSONFlag(c, &asJSON)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		with, err := open()
		if err != nil {
			return err
		}
		if split != nil {
			args = split(args)
		}
		return a.Filter(cmd.Context(), args, func(dst []byte, line string) ([]byte, error) {
			r, err := answer(with, line)
			switch {
			case err != nil:
				return dst, err
			case asJSON:
				return cli.AppendJSON(dst, r.record())
			}
			return r.text(dst), nil
		})
	}
}
