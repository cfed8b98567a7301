package spaces

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/sampler"
	"chesscensus/sampler/spaces"
)

// A spaceRecord is an entry of the list. It has no size for a space with tables, since finding its exact size
// may require making the tables. The command size prints it.
type spaceRecord struct {
	cli.Program
	Space string `json:"space"`
	Size  string `json:"size,omitempty"` // exact
	About string `json:"about"`
}

// listCommand returns the command spaces.
func listCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "spaces",
		Short: "List the spaces and the conditions that --space takes",
		Long: `Spaces lists the sets of positions that --space names, and the conditions that may follow a name, each after a bar,
as in --space 'ranked|men<=30|no-promotions'. N stands for a number. Men, rights, both.pawns and counts of one side, such as
white.queens, take <=, >= and =. Counts without a side, such as queens<=N, hold for each side and take <= alone.
docs/SPACES.md compares the sets; "chesscensus compare" measures what each is worth.`,
		Example: `  chesscensus spaces
  chesscensus spaces -o spaces.csv`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			list, err := listSpaces(spaces.All(), asJSON)
			if err != nil {
				return err
			}
			out := bufio.NewWriter(a.Out)
			if asJSON {
				for i := range list {
					line, err := cli.AppendJSON(nil, &list[i])
					if err != nil {
						return err
					}
					fmt.Fprintf(out, "%s\n", line)
				}
				return out.Flush()
			}
			width := 0
			for _, s := range list {
				width = max(width, len(s.Space))
			}
			for _, s := range list {
				fmt.Fprintf(out, "%-*s  %s\n", width, s.Space, s.About)
			}
			fmt.Fprintf(out, "\nCovers, for estimate, size and survey plan: cover and cover-5-6, each a kernel space "+
				"and what of ranked-repaired lies outside of its region; they contain every legal position\n")
			fmt.Fprintf(out, "\nConditions, each after a bar: %s\n", strings.Join(sampler.Predicates(), ", "))
			return out.Flush()
		},
	}
	cli.JSONFlag(c, &asJSON)
	return c
}

// listSpaces returns the entries of the list. With sizes it opens the spaces that need no tables, which takes seconds for all.
func listSpaces(all []spaces.Info, sizes bool) (list []spaceRecord, err error) {
	for _, s := range all {
		l := spaceRecord{Program: cli.ThisProgram(), Space: s.Name, About: s.About}
		if sizes && !strings.HasPrefix(s.Name, "kernel") {
			space, err := spaces.Open(s.Name)
			if err != nil {
				return nil, err
			}
			l.Size = space.Size().String()
		}
		list = append(list, l)
	}
	return list, nil
}
