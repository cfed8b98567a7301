package spaces

import (
	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// setLineCommand makes c answer its arguments, or the lines of standard input if there are none, each on its own and in order, as text or
// with --json, which it adds, as a record. split, if not nil, joins the arguments to lines first. open is called once; answer gets its
// result with every line.
func setLineCommand[T any](a *cli.App, c *cobra.Command, split func([]string) []string, open func() (T, error),
	answer func(T, string) (text string, record func() any, err error)) {
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
			text, record, err := answer(opened, line)
			if err == nil && asJSON {
				return cli.AppendJSON(dst, record())
			}
			return append(dst, text...), err // after an error the filter drops the line
		})
	}
}
