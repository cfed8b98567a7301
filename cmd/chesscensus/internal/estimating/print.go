package estimating

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality/verdict"
	"chesscensus/plots"
)

// runFlags holds the flags that estimate and compare have in common.
type runFlags struct {
	effort      verdict.Effort
	draws, seed uint64
	confidence  float64
	figures     string // folder, "" for none
	json        bool
}

// register adds the flags to a command; draws is the default of --draws, and drawsUsage its help.
func (f *runFlags) register(c *cobra.Command, draws uint64, drawsUsage string) {
	cli.EffortFlag(c, &f.effort)
	c.Flags().Uint64VarP(&f.draws, "draws", "n", draws, drawsUsage)
	cli.SetMinimum(c, 1, "draws")
	c.Flags().Uint64Var(&f.seed, "seed", 1, "seed, any 64 bits")
	f.confidence = 0.95
	cli.ShareFlag(c, &f.confidence, "confidence", "confidence level of the intervals", false)
	c.Flags().StringVar(&f.figures, "figures", "", "write figures to this folder")
	_ = c.MarkFlagDirname("figures")
	c.Flags().BoolVar(&f.json, "json", false, "print a JSON record")
}

// A result is what a command prints in the end.
type result struct {
	record  any
	text    []byte
	figures []namedFigure
	// stopped says which draws the result is of if the run was interrupted; "" if it was not.
	stopped string
}

// A namedFigure is a figure that is made when it is saved.
type namedFigure struct {
	name string
	make func() (*plots.Figure, error)
}

// print prints a result as text or as a record, and then writes its figures. Errors of the two do not prevent each other.
func (f *runFlags) print(a *cli.App, r result) (err error) {
	if f.json {
		err = cli.WriteJSON(a.Out, r.record)
	} else {
		_, err = a.Out.Write(r.text)
	}
	if f.figures != "" && len(r.figures) > 0 {
		n, figureErr := saveAll(f.figures, r.figures)
		if figureErr == nil && err == nil && !f.json {
			_, err = fmt.Fprintf(a.Out, "\nfigures: %d files in %s\n", n, f.figures)
		}
		err = errors.Join(err, figureErr)
	}
	if err == nil && r.stopped != "" {
		fmt.Fprintln(a.Err, "chesscensus: interrupted"+r.stopped)
		a.Status = cli.StatusInterrupted
	}
	return err
}

// saveAll writes figures and returns the number of their files. It leaves out figures without data, such as a histogram of no positions.
func saveAll(dir string, figures []namedFigure) (files int, err error) {
	for _, f := range figures {
		fig, e := f.make()
		if errors.Is(e, plots.ErrNoData) {
			continue
		}
		if e == nil {
			var paths []string
			paths, e = fig.Save(dir, f.name)
			files += len(paths)
		}
		if e != nil {
			err = errors.Join(err, fmt.Errorf("figure %s: %w", filepath.Join(dir, f.name), e))
		}
	}
	return files, err
}
