package cli

import (
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"chesscensus/legality"
)

// commit is what the program was built from, as make stamps it:
//
//	go build -ldflags "-X chesscensus/cmd/chesscensus/internal/cli.commit=$(git describe --always --dirty)"
//
// The go command finds it by itself in a clone of one's own, but not where git refuses to read a clone
// of another user, nor with -buildvcs=false.
var commit string

// versionCommand prints what --version does.
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

// A build says what a program was made from.
type build struct {
	Version string `json:"version"` // of the module, devel if it was built in a clone
	Commit  string `json:"commit,omitempty"`
	Go      string `json:"go,omitempty"`
	Engine  int    `json:"engine"`
}

// String is the form that records and reports carry.
func (b build) String() string {
	words := strings.Join(strings.Fields(b.Version+" "+b.Commit+" "+b.Go), " ")
	return fmt.Sprintf("%s, engine %d", words, b.Engine)
}

// Version returns the version of the module, its commit, and the versions of Go and of the engine, for records
// and reports.
func Version() string { return readBuild().String() }

func readBuild() build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return build{Version: "unknown", Commit: commit, Engine: legality.Version}
	}
	return buildOf(info, commit)
}

// buildOf reads what the go command has noted, or what was stamped where that has no commit.
func buildOf(info *debug.BuildInfo, stamped string) build {
	b := build{Version: info.Main.Version, Go: info.GoVersion, Engine: legality.Version}
	dirty := false
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.modified":
			dirty = s.Value == "true"
		}
	}
	// A version that the go command makes up of a clone says no more than the commit.
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
