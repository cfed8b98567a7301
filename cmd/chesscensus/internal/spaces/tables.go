package spaces

import (
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/sampler/spaces"
)

// tablesIn returns the tables in a folder, "" for the default one. Progress and warnings go to the standard error of a.
func tablesIn(a *cli.App, dir string) *spaces.Tables {
	var mu sync.Mutex
	var bar cli.Progress
	started := false
	return &spaces.Tables{
		Dir: dir,
		Progress: func(done, all int) {
			mu.Lock()
			defer mu.Unlock()
			if !started {
				bar, started = a.ProgressBar(uint64(all), "half boards"), true
			}
			if bar.Set(uint64(done)); done == all {
				bar.Finish()
			}
		},
		Warn: func(err error) {
			fmt.Fprintf(a.Err, "chesscensus: %v; the tables are used, but have to be made again next time\n", err)
		},
	}
}

// defaultTables returns the tables in the default folder. Progress and warnings go to the standard error of the process.
func defaultTables() *spaces.Tables { return tablesIn(&cli.App{Err: os.Stderr}, "") }

// withAdvice adds to an error about a damaged file of tables how to replace it.
func withAdvice(err error, space string) error {
	if errors.Is(err, spaces.ErrTables) {
		return fmt.Errorf("%w\n(to write it anew: chesscensus tables --space %s --force)", err, space)
	}
	return err
}

// The spaces whose tables the command tables makes.
const largeTables, smallTables = "kernel", "kernel-5-6"

// tablesCommand returns the command tables.
func tablesCommand(a *cli.App) *cobra.Command {
	var space, dir string
	var force, asJSON bool
	c := &cobra.Command{
		Use:   "tables",
		Short: "Make or check the tables of a kernel space",
		Long: `Tables makes the tables that the space "kernel" is drawn by, if they are not there, and
prints where they are. It takes half a minute of CPU time; "kernel-5-6" takes two seconds.
Tables that are there are read and checked; --force makes them anew.

Nobody needs it: both tables are part of the program, which uses them where there is no such file.`,
		Example: `  chesscensus tables --space kernel-5-6
  ~/.cache/chesscensus/kernel-5-6-2.tables: up to 5 captures and 6 pawns, 3604952415042203169895525355807857546466150400 setups`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if space != smallTables && space != largeTables {
				return cli.Usagef("--space %.40q: want %s or %s", space, largeTables, smallTables)
			}
			file, err := tablesIn(a, dir).Make(cmd.Context(), space, force)
			if err != nil {
				return withAdvice(err, space)
			}
			if asJSON {
				return cli.WriteJSON(a.Out, tableRecord{cli.ThisProgram(), space, file.Path, file.Captures, file.Pawns, file.Size.String()})
			}
			_, err = fmt.Fprintf(a.Out, "%s: up to %d captures and %d pawns, %v setups\n", file.Path, file.Captures, file.Pawns, file.Size)
			return err
		},
	}
	c.Flags().StringVar(&space, "space", largeTables, "space: kernel or kernel-5-6")
	c.Flags().StringVar(&dir, "dir", "", "folder (default: chesscensus in your cache folder, where all commands look)")
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON record")
	c.Flags().BoolVar(&force, "force", false, "make the tables also if a file is there")
	return c
}

// A tableRecord is the JSON form of the answer of the command tables.
type tableRecord struct {
	cli.Program
	Space    string `json:"space"`
	Path     string `json:"path"`
	Captures int    `json:"captures"`
	Pawns    int    `json:"pawns"`
	Size     string `json:"size"`
}
