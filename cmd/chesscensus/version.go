package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"chesscensus/legality"
)

// versionCommand prints what --version does.
func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Say which program this is, and which version of the engine it has",
		Long: `Version prints the version and revision of the program, that of Go, and that of the
engine, which goes up when the verdict on some position changes. Reports and the plans of
surveys hold the same. Shards of a survey are recomputed by the same version of the engine.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "chesscensus %s\n", version())
			return err
		},
	}
}

// version returns the version of the module, of Go and of the engine, for records and reports.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return fmt.Sprintf("unknown, engine %d", legality.Version)
	}
	v := info.Main.Version
	if v == "" || v == "(devel)" {
		v = "devel"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			v += " " + s.Value
		}
	}
	return fmt.Sprintf("%s %s, engine %d", v, info.GoVersion, legality.Version)
}
