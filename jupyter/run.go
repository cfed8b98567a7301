package jupyter

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"chesscensus/internal/atomicfile"
)

// defaultTimeout is how long one cell may run if RunOptions does not say.
const defaultTimeout = 10 * time.Minute

// RunOptions say how notebooks are executed. The zero value executes them in
// place.
type RunOptions struct {
	// Root is the project's folder. Empty means FindRoot.
	Root string

	// OutDir is the folder that the executed notebooks are written to, under
	// their own names; it is made if need be. Empty means in place.
	OutDir string

	// Compare executes, and fails with an *outputError for each cell whose outputs are not those that the notebook
	// stores, times, colors and the pixels of figures aside. It writes nothing.
	Compare bool

	// Timeout is how long one cell may run, rounded up to seconds. Zero means
	// defaultTimeout.
	Timeout time.Duration

	// DataDir is the Jupyter data folder with the installed kernel. Empty means
	// ROOT/.jupyter.
	DataDir string

	// Progress receives a line for each notebook and for each warning. Nil means
	// none. If Live is set, the line of the running notebook is rewritten at
	// every cell, as suits a terminal.
	Progress io.Writer
	Live     bool
}

// Run executes notebooks one after the other, each from a clean state on a
// kernel of its own with its own folder as the working directory, and stores
// them with their outputs. Every notebook is executed even if an earlier one
// fails. The error joins one *cellError for every cell that failed, with what
// else went wrong; what counts as failing is defined there.
//
// A notebook that failed, or was interrupted by ctx, is left as it was. What
// Run writes is free of times and other accidents: executing again changes
// nothing if the cells print the same. The file is replaced in one step.
//
// Run needs the virtual environment that `make venv` makes and the kernel that
// Install installs, and says so if one is missing.
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

// missing returns an error for each file that is not there.
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
		warnings, err = settle(file, nb, target, last, o)
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

// settle judges the executed notebook and, if it is good, puts it where o says. stored is what it was before.
func settle(file string, stored *notebook, executed string, last event, o RunOptions) (warnings []error, err error) {
	nb, err := readNotebook(executed)
	if err != nil {
		return nil, err
	}
	var errs []error
	for _, e := range nb.blame(file, last) {
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
		dst = real // replace the notebook, not a link to it
	}
	if o.OutDir != "" {
		dst = filepath.Join(o.OutDir, filepath.Base(file))
	}
	if err := atomicfile.Write(dst, data, 0o666); err != nil {
		return warnings, fmt.Errorf("jupyter: %w", err)
	}
	return warnings, nil
}
