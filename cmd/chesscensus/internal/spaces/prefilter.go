package spaces

import (
	"strings"

	"github.com/spf13/cobra"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality/rules"
)

// prefilterCommand returns the command prefilter.
func prefilterCommand(a *cli.App) *cobra.Command {
	var reference, asJSON bool
	c := &cobra.Command{
		Use:   "prefilter [FEN...]",
		Short: "FEN to category: the cheap test of ChessPositionRanking",
		Long: `Prefilter prints each line followed by a tab and one of ten categories. All whose name
does not begin with "Illegal" are possibly legal. It looks at the board and the side to
move only. A position in another form than FEN is printed as a FEN record. With --reference
only FEN is read, and the line is byte for byte what the reference prints, with a blank
before the category and, for four of the categories, the counts of men behind it.

The categories are the reference's. One of them, "Illegal Double Check", holds a few
legal positions (see the documentation of package legality/rules); the verdicts of
"estimate" do not rely on it.`,
		Example: `  chesscensus draw -n 1000 | cut -f1 | chesscensus prefilter | cut -f2 | sort | uniq -c`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.Filter(cmd.Context(), cli.FENArgs(args), func(dst []byte, line string) ([]byte, error) {
				if reference {
					dst, _, err := rules.AppendPrefilter(dst, line)
					return dst, err
				}
				line = cli.FENField(line)
				f, err := chess.ParseFEN(line)
				if err != nil {
					if f, err = a.ReadDraw(line); err != nil {
						return dst, err
					}
					line = f.String()
				}
				category := rules.Prefilter(&f.Setup)
				if category == rules.NoCategory {
					return dst, rules.ErrKings
				}
				if asJSON {
					return cli.AppendJSON(dst, categoryRecord{cli.ThisProgram(), f.String(), category.String(),
						!strings.HasPrefix(category.String(), "Illegal")})
				}
				dst = append(append(dst, line...), '\t')
				return append(dst, category.String()...), nil
			})
		},
	}
	cli.JSONFlag(c, &asJSON)
	c.Flags().BoolVar(&reference, "reference", false, "print the reference's lines byte for byte, with statistics")
	cli.MarkExclusive(c, "reference", "json")
	return c
}
