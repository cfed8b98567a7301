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

// A listed space is a line of the list. The size of one with tables stands in what is said about it, as tables may have to be made
// for the exact one, which the command size prints.
type listed struct {
	cli.Program
	Space string `json:"space"`
	Size  string `json:"size,omitempty"` // exact
	About string `json:"about"`
}

func listCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "spaces",
		Short: "List the spaces and the conditions that --space takes",
		Long: `Spaces lists the sets of positions that --space names, and the conditions that may follow a name, each after a bar,
as in --space 'ranked|men<=30|no-promotions'. N stands for a number; >= and = go as well as <=. docs/SPACES.md compares
the sets; "chesscensus compare" measures what each is worth.`,
		Example: `  chesscensus spaces
  chesscensus spaces -o spaces.csv`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			list, err := listOf(spaces.All(), asJSON)
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
			fmt.Fprintf(out, "\nCovers, for estimate, size and survey plan: cover and cover-5-6, each a kernel space and what of ranked-repaired lies outside of its region; they contain every legal position\n")
			fmt.Fprintf(out, "\nConditions, each after a bar: %s\n", strings.Join(sampler.Predicates(), ", "))
			return out.Flush()
		},
	}
	cli.JSONFlag(c, &asJSON)
	return c
}

// listOf lists spaces. With sizes it opens those that need no tables, which takes seconds for all.
func listOf(all []spaces.Info, sizes bool) (list []listed, err error) {
	for _, s := range all {
		l := listed{Program: cli.ThisProgram(), Space: s.Name, About: s.About}
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
