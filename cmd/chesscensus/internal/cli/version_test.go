package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"strings"
	"testing"

	"chesscensus/legality"
)

// TestNewBuildInfo: the version is that of the build information, for all ways to build the program.
func TestNewBuildInfo(t *testing.T) {
	vcs := func(revision, modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: revision}, {Key: "vcs.modified", Value: modified}}
	}
	for _, c := range []struct {
		about, version, stamped string
		settings                []debug.BuildSetting
		want                    string
	}{
		{"go install of a version", "v1.2.3", "", nil, "v1.2.3 go1.26"},
		{"a clone", "(devel)", "", vcs("abc", "false"), "devel abc go1.26"},
		{"a clone with a made up version", "v0.0.0-20260101000000-abc", "", vcs("abc", "false"), "devel abc go1.26"},
		{"a clone that was changed", "", "", vcs("abc", "true"), "devel abc-dirty go1.26"},
		{"make, without git", "(devel)", "", nil, "devel go1.26"},
		{"make, with git", "(devel)", "abc-dirty", nil, "devel abc-dirty go1.26"},
		{"both", "(devel)", "stamped", vcs("abc", "false"), "devel abc go1.26"},
	} {
		info := &debug.BuildInfo{GoVersion: "go1.26", Main: debug.Module{Version: c.version}, Settings: c.settings}
		want := fmt.Sprintf("%s, engine %d", c.want, legality.Version)
		if got := newBuildInfo(info, c.stamped).String(); got != want {
			t.Errorf("%s: %q, want %q", c.about, got, want)
		}
	}
}

// TestVersionSpellings: version, --version and version --json agree.
func TestVersionSpellings(t *testing.T) {
	run := func(args ...string) string {
		var out, errs bytes.Buffer
		if status := Run(context.Background(), args, strings.NewReader(""), &out, &errs); status != 0 || errs.Len() > 0 {
			t.Errorf("%q: status %d, %s", args, status, &errs)
		}
		return out.String()
	}
	want := "chesscensus " + Version() + "\n"
	if got := run("version"); got != want {
		t.Errorf("version: %q, want %q", got, want)
	}
	if got := run("--version"); got != want {
		t.Errorf("--version: %q, want %q", got, want)
	}
	var b buildInfo
	if err := json.Unmarshal([]byte(run("version", "--json")), &b); err != nil || b != readBuild() || b.Engine != legality.Version {
		t.Errorf("version --json: %+v, %v", b, err)
	}
}
