package spaces

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/suggest"
	"chesscensus/sampler"
	"chesscensus/sampler/spaces"
)

// Default is the name of the default space.
const Default = spaces.Default

// New returns the space with the given name, which may be followed by conditions, each after
// a "|". Missing tables are made, with progress and warnings on standard error.
func New(name string) (sampler.Space, error) {
	parts := strings.Split(name, "|")
	base := strings.TrimSpace(parts[0])
	if base == "" {
		return nil, unknownSpace(name)
	}
	space, err := defaultTables().Open(base)
	if errors.Is(err, spaces.ErrUnknown) {
		return nil, unknownSpace(name)
	}
	if err != nil {
		return nil, withAdvice(err, base)
	}
	if space, err = sampler.Restrict(space, parts[1:]...); err != nil {
		return nil, cli.Usagef("--space: %v", err)
	}
	return space, nil
}

// unknownSpace returns the usage error about a name that is not a space, with the names of all spaces.
func unknownSpace(name string) error {
	base, _, _ := strings.Cut(name, "|")
	if base = strings.TrimSpace(base); spaces.IsCover(base) {
		return cli.Usagef("%s is a cover, two sets side by side, which has no ranks: estimate, size and survey plan take it; its parts are %s and %s",
			base, strings.Replace(base, "cover", "kernel", 1), Default)
	}
	return cli.Usagef("unknown space %.40q%s (known: %s)", name, suggest.Question(base, append(spaceNames(), "cover")), strings.Join(spaceNames(), ", "))
}

// spaceNames returns the names of all spaces.
func spaceNames() (names []string) {
	for _, s := range spaces.All() {
		names = append(names, s.Name)
	}
	return names
}

// CountsAll reports whether a space or cover holds all legal positions, or, as the reference's, all
// but a share of 1e-4. Estimates from such spaces can be compared with each other.
func CountsAll(name string) bool {
	return !strings.Contains(name, "|") && !strings.Contains(name, "restricted") && !strings.HasPrefix(name, "kernel")
}

// AddFlag adds --space to a command.
func AddFlag(c *cobra.Command, name *string, def string) {
	c.Flags().StringVar(name, "space", def, `space to draw from, and conditions after bars, such as "ranked|men<=30"; "chesscensus spaces" lists both`)
	_ = c.RegisterFlagCompletionFunc("space", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var list []string
		for _, s := range spaces.All() {
			list = append(list, s.Name+"\t"+s.About)
		}
		return list, cobra.ShellCompDirectiveNoFileComp
	})
}

// sizeCommand returns the command size.
func sizeCommand(a *cli.App) *cobra.Command {
	var name string
	var asJSON bool
	c := &cobra.Command{
		Use:   "size [SPACE]",
		Short: "Print the exact number of elements of a space or cover",
		Long: `Size prints how many elements a space has, exactly: those that satisfy the conditions, if the name has any behind bars. A
condition that the space cannot count is named on standard error, and as "uncounted" with --json: the number is that without it, as
elements for which it does not hold stay in the set, with weight 0 as draws. A cover is a set that surveys draw from, two spaces side
by side; its size is the sum of theirs.`,
		Example: `  chesscensus size ranked
  8726713169886222032347729969256422370854716254`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 {
				if c.Flags().Changed("space") {
					return cli.Usagef("two spaces, %.40q and %.40q: want one", args[0], name)
				}
				name = args[0]
			}
			set, ok, err := Cover(name)
			if !ok {
				set, err = New(name)
			}
			if err != nil {
				return err
			}
			var list []string
			for _, p := range sampler.Uncounted(set) {
				list = append(list, p.String())
			}
			uncounted := strings.Join(list, ", ")
			if asJSON {
				record := map[string]any{"space": set.Name(), "size": set.Size().String()}
				if uncounted != "" {
					record["uncounted"] = uncounted
				}
				return cli.WriteJSON(a.Out, record)
			}
			if uncounted != "" {
				fmt.Fprintf(a.Err, "chesscensus: note: the size does not count %s: elements for which it does not hold have weight 0\n", uncounted)
			}
			_, err = fmt.Fprintln(a.Out, set.Size())
			return err
		},
	}
	AddFlag(c, &name, spaces.Default)
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON record")
	return c
}

// Cover returns the cover with a name, see [spaces.Tables.Cover]. ok is false if there is no such cover.
func Cover(name string) (set sampler.Set, ok bool, err error) {
	set, err = defaultTables().Cover(name)
	if errors.Is(err, spaces.ErrUnknown) {
		return nil, false, nil
	}
	return set, true, withAdvice(err, strings.Replace(strings.TrimSpace(name), "cover", "kernel", 1))
}

// Set returns the set that surveys know by a name, see [spaces.Tables.Set].
func Set(name string) (sampler.Set, error) {
	if set, ok, err := Cover(name); ok {
		return set, err
	}
	if _, err := New(name); err != nil {
		return nil, err
	}
	return defaultTables().Set(name)
}

// CoverHelp describes the covers, for the help of a flag.
const CoverHelp = "; surveys also know cover (kernels up to 6 captures and 8 pawns) " +
	"and cover-5-6 (kernels up to 5 captures and 6 pawns): a kernel space and, outside of its region, ranked-repaired"
