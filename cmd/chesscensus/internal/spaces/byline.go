package spaces

import (
	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// An answer to one line can be printed as text or as a JSON record.
type answer struct {
	text   func(dst []byte) []byte
	record func() any
}

// setLineCommand makes c answer its arguments, or the lines of standard input if there are none, each on its own and in order, and
// adds --json. split, if not nil, joins the arguments to lines first. open is called once; answerLine gets its result with every
// line.
func setLineCommand[T any](a *cli.App, c *cobra.Command, split func([]string) []string, open func() (T, error),
	answerLine func(T, string) (answer, error)) {
	var asJSON bool
	cli.JSONFlag(c, &asJSON)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		opened, err := open()
		if err != nil {
			return err
		}
		if split != nil {
			args = split(args)
		}
		return a.Filter(cmd.Context(), args, func(dst []byte, line string) ([]byte, error) {
			r, err := answerLine(opened, line)
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
