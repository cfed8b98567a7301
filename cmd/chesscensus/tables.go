package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"

	"github.com/spf13/cobra"

	"chesscensus/sampler"
	"chesscensus/sampler/kernel"
)

// kernelSpaces are the spaces of package kernel. Their tables come from the cache folder, where they are
// written when they are used for the first time.
var kernelSpaces = []spaceEntry{
	{"kernel", "3.9e45 setups, each once: all with a kernel, up to 6 captures and 8 pawns, no rights, no en passant", openKernel(kernel.Default)},
	{"kernel-5-6", "3.6e45 setups: the same with up to 5 captures and 6 pawns, ready in seconds", openKernel(kernel.Small)},
}

// openKernel returns how the space of the given parameters is made.
func openKernel(p kernel.Params) func() (sampler.Space, error) {
	return func() (sampler.Space, error) {
		a := &app{err: os.Stderr}
		tables, err := a.kernelCache("").Open(context.Background(), p)
		if err != nil {
			return nil, withAdvice(err, p)
		}
		return kernel.New(tables), nil
	}
}

// kernelCache returns the tables in a folder, "" for the usual one, with progress and warnings on standard error.
func (a *app) kernelCache(dir string) *kernel.Cache {
	var mu sync.Mutex
	var bar progress
	started := false
	return &kernel.Cache{
		Dir: dir,
		Progress: func(done, all int) {
			mu.Lock()
			defer mu.Unlock()
			if !started {
				bar, started = a.progressBar(uint64(all), "half boards"), true
			}
			if bar.set(uint64(done)); done == all {
				bar.finish()
			}
		},
		Warn: func(err error) {
			fmt.Fprintf(a.err, "chesscensus: %v; the tables are used, but have to be made again next time\n", err)
		},
	}
}

// withAdvice says what to do about a file of tables that cannot be trusted.
func withAdvice(err error, p kernel.Params) error {
	if errors.Is(err, kernel.ErrTables) {
		return fmt.Errorf("%w\n(to write it anew: chesscensus tables --space %s --force)", err, p.Name())
	}
	return err
}

func (a *app) tablesCommand() *cobra.Command {
	var name, dir string
	var force bool
	c := &cobra.Command{
		Use:   "tables",
		Short: "Make or check the tables of a kernel space",
		Long: `Tables makes the tables that the space "kernel" is drawn by, if they are not there, and
prints where they are. It takes half a minute of CPU time; "kernel-5-6" takes two seconds.
Tables that are there are read and checked; --force makes them anew.

All commands that draw from such a space do the same when they first need it.`,
		Example: `  chesscensus tables --space kernel-5-6
  /home/me/.cache/chesscensus/kernel-5-6-2.tables: up to 5 captures and 6 pawns, 3604890433264630687095365354600853654939244800 setups`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var p kernel.Params
			switch name {
			case kernel.Default.Name():
				p = kernel.Default
			case kernel.Small.Name():
				p = kernel.Small
			default:
				return usagef("--space %.40q: want %s or %s", name, kernel.Default.Name(), kernel.Small.Name())
			}
			return a.makeTables(cmd.Context(), p, dir, force)
		},
	}
	c.Flags().StringVar(&name, "space", kernel.Default.Name(), "space: kernel or kernel-5-6")
	c.Flags().StringVar(&dir, "dir", "", "folder (default: chesscensus in your cache folder, where all commands look)")
	c.Flags().BoolVar(&force, "force", false, "make the tables also if a file is there")
	return c
}

// makeTables makes tables and writes them, or checks those that are there.
func (a *app) makeTables(ctx context.Context, p kernel.Params, dir string, force bool) error {
	cache := a.kernelCache(dir)
	path, err := cache.Path(p)
	if err != nil {
		return err
	}
	var tables *kernel.Tables
	if !force {
		tables, err = kernel.Load(path, p)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return withAdvice(err, p)
		}
	}
	if tables == nil {
		if tables, err = kernel.Build(ctx, p, cache.Progress); err != nil {
			return err
		}
		if err := tables.Save(path); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(a.out, "%s: up to %d captures and %d pawns, %v setups\n", path, p.Captures, p.Pawns, kernel.New(tables).Size())
	return err
}
