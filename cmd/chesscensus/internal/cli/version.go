package cli

import (
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"chesscensus/legality"
)

// commit is the commit of the source that the program was built from. The Makefile sets it:
//
//	go build -ldflags "-X chesscensus/cmd/chesscensus/internal/cli.commit=$(git describe --always --dirty)"
//
// Without that flag the go command records the commit itself, but not with -buildvcs=false or in a clone
// of another user, which git refuses to read.
var commit string

// versionCommand returns the command version, which prints the same line as --version.
func versionCommand(a *App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "version",
		Short: "Say which program this is, and which version of the engine it has",
		Long: `Version prints the version and commit of the program, that of Go, and that of the
engine, which goes up when the verdict on some position changes. Reports, records and the plans of
surveys hold the same. Shards of a survey are recomputed by the same version of the engine.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			b := readBuild()
			if asJSON {
				return WriteJSON(a.Out, b)
			}
			_, err := fmt.Fprintf(a.Out, "chesscensus %s\n", b)
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON record")
	return c
}

// A buildInfo describes the build of a program.
type buildInfo struct {
	Version string `json:"version"` // of the module, devel if it was built in a clone
	Commit  string `json:"commit,omitempty"`
	Go      string `json:"go,omitempty"`
	Engine  int    `json:"engine"`
}

// String returns the version as records and reports print it.
func (b buildInfo) String() string {
	words := strings.Join(strings.Fields(b.Version+" "+b.Commit+" "+b.Go), " ")
	return fmt.Sprintf("%s, engine %d", words, b.Engine)
}

// Version returns the version of the module, its commit, and the versions of Go and of the engine, for records and reports.
func Version() string { return readBuild().String() }

// readBuild returns what is known of the build of this program.
func readBuild() buildInfo {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return buildInfo{Version: "unknown", Commit: commit, Engine: legality.Version}
	}
	return newBuildInfo(info, commit)
}

// newBuildInfo returns what the go command has recorded about a build. The stamped commit stands in if that has none.
func newBuildInfo(info *debug.BuildInfo, stamped string) buildInfo {
	b := buildInfo{Version: info.Main.Version, Go: info.GoVersion, Engine: legality.Version}
	dirty := false
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.modified":
			dirty = s.Value == "true"
		}
	}
	// A pseudo-version, which the go command derives from a clone, says no more than the commit.
	if b.Version == "" || b.Version == "(devel)" || b.Commit != "" && strings.HasPrefix(b.Version, "v0.0.0-") {
		b.Version = "devel"
	}
	switch {
	case b.Commit == "":
		b.Commit = stamped
	case dirty:
		b.Commit += "-dirty"
	}
	return b
}
