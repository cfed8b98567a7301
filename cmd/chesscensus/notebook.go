package main

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/jupyter"
	"chesscensus/sampler/spaces"
)

// notebookCommands returns the command notebook with its subcommands.
func notebookCommands(a *cli.App) []*cobra.Command {
	c := &cobra.Command{
		Use:   "notebook",
		Short: "Install the Jupyter kernel, run notebooks headless",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(notebookInstallCommand(a), notebookRunCommand(a), notebookKernelCommand(a))
	return []*cobra.Command{c}
}

// notebookInstallCommand returns the command notebook install.
func notebookInstallCommand(a *cli.App) *cobra.Command {
	var o jupyter.InstallOptions
	c := &cobra.Command{
		Use:   "install",
		Short: `Install the Jupyter kernel "Chess census (Go)"`,
		Long: `Install builds the pinned GoNB into bin/ and writes a kernelspec, so that the first cell
of a notebook can import this module and its libraries. By default the kernelspec goes
to .jupyter in the project, where "make lab" finds it; --user installs it for every
Jupyter of the user.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			root, err := jupyter.FindRoot()
			if err != nil {
				return err
			}
			o.Root = root
			dir, err := jupyter.Install(cmd.Context(), o)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(a.Out, "installed %q in %s\n", jupyter.DisplayName, dir)
			return err
		},
	}
	c.Flags().BoolVar(&o.User, "user", false, "install for all notebooks of the user")
	c.Flags().Bool("no-help", false, "does nothing any more: the kernel answers Tab and Shift-Tab by itself")
	c.Flags().StringVar(&o.Prefix, "prefix", "", "install below this folder, such as a virtual environment")
	return c
}

// notebookRunCommand returns the command notebook run.
func notebookRunCommand(a *cli.App) *cobra.Command {
	var o jupyter.RunOptions
	c := &cobra.Command{
		Use:   "run FILE...",
		Short: "Execute notebooks headless, in place",
		Long: `Run executes notebooks from a clean state and stores their outputs in place. It fails if
any cell fails or prints an error; the notebook is then left as it was.

With --check it stores nothing, and fails if a cell shows something else than what is stored: text and HTML,
times and colors aside, and whether there is a figure, but not its pixels.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			root, err := jupyter.FindRoot()
			if err != nil {
				return err
			}
			o.Root, o.Progress, o.Live = root, a.Err, cli.Terminal(a.Err)
			return jupyter.Run(cmd.Context(), args, o)
		},
	}
	c.Flags().StringVarP(&o.OutDir, "output", "o", "", "write the executed notebooks to this folder instead")
	c.Flags().BoolVar(&o.Compare, "check", false, "compare the outputs with the stored ones, and store nothing")
	c.Flags().DurationVar(&o.Timeout, "timeout", 10*time.Minute, "longest time for one cell")
	return c
}

// notebookKernelCommand returns the command notebook kernel, which Jupyter starts.
func notebookKernelCommand(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use:    "kernel CONNECTION-FILE",
		Short:  "Run the Jupyter kernel (started by Jupyter)",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			root, err := jupyter.FindRoot()
			if err != nil {
				return err
			}
			o := jupyter.KernelOptions{Root: root, Stderr: os.Stderr, Banner: banner}
			for _, s := range spaces.All() {
				o.Words = append(o.Words, s.Name)
			}
			a.Status, err = jupyter.RunKernel(args[0], o)
			return err
		},
	}
}

// banner is the text that jupyter console prints before the first cell.
const banner = jupyter.DisplayName + `: a cell is Go, its last expression shows itself, and no imports are needed. Try
census.RandomPosition(1) or census.Estimate(census.Plan{Precision: 0.01}). %help says the rest, Tab completes, NAME? explains.
`
