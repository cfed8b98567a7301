package jupyter

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"chesscensus/internal/safefile"
)

// defaultTimeout is how long one cell may run if RunOptions does not say.
const defaultTimeout = 10 * time.Minute

// RunOptions are the parameters of Run. The zero value executes notebooks in place.
type RunOptions struct {
	// Root is the project's folder. Empty means FindRoot.
	Root string

	// OutDir is the folder that the executed notebooks are written to, under
	// their own names; it is created if it does not exist. Empty means in place.
	OutDir string

	// Compare executes the notebooks, writes nothing, and fails with an *outputError for each cell whose outputs differ from those that the
	// notebook stores. Times, colors and the pixels of figures may differ.
	Compare bool

	// Timeout is how long one cell may run, rounded up to seconds. Zero means defaultTimeout.
	Timeout time.Duration

	// DataDir is the Jupyter data folder with the installed kernel. Empty means ROOT/.jupyter.
	DataDir string

	// Progress receives a line for each notebook and for each warning. Nil means none. If Live is set, the line of the running notebook is
	// rewritten at every cell, as suits a terminal.
	Progress io.Writer
	Live     bool
}

// Run executes notebooks one after the other, each from a clean state on a kernel of its own with its own folder as the working directory,
// and stores them with their outputs. Every notebook is executed even if an earlier one fails. The error joins one *cellError, which
// defines failing, for every cell that failed, and all other errors.
//
// A notebook that failed, or was interrupted by ctx, is left as it was. What Run writes has no times or other random parts: executing again
// changes nothing if the cells print the same. The file is replaced in one step.
//
// Run needs the virtual environment that `make venv` makes and the kernel that Install installs, and says so if one is missing.
func Run(ctx context.Context, files []string, o RunOptions) error {
	if len(files) == 0 {
		return errors.New("jupyter: no notebook to run")
	}
	root, err := rootOr(o.Root)
	if err != nil {
		return err
	}
	python, err := findPython(root)
	if err != nil {
		return errors.Join(append(missing(files), err)...)
	}
	dataDir := o.DataDir
	if dataDir == "" {
		dataDir = filepath.Join(root, ".jupyter")
	}
	if dataDir, err = filepath.Abs(dataDir); err != nil {
		return err
	}
	if err := checkInstalled(dataDir); err != nil {
		return err
	}
	if o.Timeout <= 0 {
		o.Timeout = defaultTimeout
	}
	if o.Progress == nil {
		o.Progress, o.Live = io.Discard, false
	}
	if o.OutDir != "" && !o.Compare {
		if err := os.MkdirAll(o.OutDir, 0o777); err != nil {
			return fmt.Errorf("jupyter: %w", err)
		}
	}
	work, err := os.MkdirTemp("", "chesscensus-run-*")
	if err != nil {
		return fmt.Errorf("jupyter: %w", err)
	}
	defer os.RemoveAll(work)
	d := &driver{root: root, python: python, dataDir: dataDir, work: work, timeout: o.Timeout}

	var errs []error
	for _, file := range files {
		err := runOne(ctx, d, file, o)
		if ctx.Err() != nil {
			return errors.Join(append(errs, fmt.Errorf("jupyter: %s: stopped, and left as it was: %w", file, context.Cause(ctx)))...)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// missing returns an error for each file that does not exist.
func missing(files []string) (errs []error) {
	for _, file := range files {
		if _, err := os.Stat(file); err != nil {
			errs = append(errs, fmt.Errorf("jupyter: %w", err))
		}
	}
	return errs
}

// runOne executes one notebook and reports on it.
func runOne(ctx context.Context, d *driver, file string, o RunOptions) error {
	start := time.Now()
	source, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	nb, err := readNotebook(file)
	if err != nil {
		return err
	}
	if o.Live {
		fmt.Fprintf(o.Progress, "%s: starting the kernel", file)
	}
	target := filepath.Join(d.work, "executed.ipynb")
	os.Remove(target)
	last, err := d.execute(ctx, source, target, func(e event) {
		if o.Live {
			fmt.Fprintf(o.Progress, "\r\x1b[K%s: cell %d of %d, %.0f s", file, e.Cell, e.Cells, time.Since(start).Seconds())
		}
	})
	if o.Live {
		fmt.Fprint(o.Progress, "\r\x1b[K")
	}
	elapsed := time.Since(start).Seconds()
	var warnings []error
	if err == nil {
		warnings, err = checkAndStore(file, nb, target, last, o)
	}
	if err != nil {
		fmt.Fprintf(o.Progress, "%s: FAILED after %.1f s\n", file, elapsed)
		return err
	}
	fmt.Fprintf(o.Progress, "%s: %d cells, %.1f s\n", file, len(nb.Cells), elapsed)
	for _, w := range warnings {
		fmt.Fprintf(o.Progress, "warning: %v\n", w)
	}
	return nil
}

// checkAndStore returns the failures in the executed notebook, or its differences from the stored one if o.Compare is set. Without failures
// it writes the notebook to the place that o says.
func checkAndStore(file string, stored *notebook, executed string, last event, o RunOptions) (warnings []error, err error) {
	nb, err := readNotebook(executed)
	if err != nil {
		return nil, err
	}
	var errs []error
	for _, e := range nb.allFailures(file, last) {
		errs = append(errs, e)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	warnings = nb.figureWarnings(file)
	if o.Compare {
		return warnings, errors.Join(differences(file, stored, nb)...)
	}
	data, err := os.ReadFile(executed)
	if err != nil {
		return warnings, fmt.Errorf("jupyter: %w", err)
	}
	dst := file
	if real, err := filepath.EvalSymlinks(file); err == nil {
		dst = real // replace the notebook that a link leads to
	}
	if o.OutDir != "" {
		dst = filepath.Join(o.OutDir, filepath.Base(file))
	}
	if err := safefile.Write(dst, data, 0o666); err != nil {
		return warnings, fmt.Errorf("jupyter: %w", err)
	}
	return warnings, nil
}
