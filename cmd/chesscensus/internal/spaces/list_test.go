package spaces_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/spaces"
	"chesscensus/internal/testing/testkit"
	library "chesscensus/sampler/spaces"
)

// TestListText: the text has a line for every space, and the conditions.
func TestListText(t *testing.T) {
	status, text, errs := invoke("", "spaces")
	if status != 0 || errs != "" || !strings.Contains(text, "Conditions, each after a bar: men<=N") {
		t.Fatalf("status %d, %s, %s", status, errs, text)
	}
	for _, s := range library.All() {
		if n := strings.Count("\n"+text, "\n"+s.Name+" "); n != 1 {
			t.Errorf("%d lines for %s", n, s.Name)
		}
	}
}

// TestList: every space is listed once, with the size that the command size prints unless it has tables.
func TestList(t *testing.T) {
	testkit.Long(t)
	status, out, errs := invoke("", "spaces", "--json")
	if status != 0 || errs != "" {
		t.Fatalf("status %d, %s", status, errs)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if all := library.All(); len(lines) != len(all) {
		t.Fatalf("%d lines for %d spaces", len(lines), len(all))
	}
	seen := map[string]bool{}
	for _, line := range lines {
		var r struct{ Space, Size, About string }
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if seen[r.Space] || r.About == "" || strings.HasPrefix(r.Space, "kernel") != (r.Size == "") {
			t.Errorf("%+v comes twice, or lacks a text, or a size that it should have", r)
		}
		seen[r.Space] = true
		if r.Space == "ranked" {
			check(t, "", r.Size+"\n", "size", r.Space)
		}
	}
	if !seen[spaces.Default] || !seen["ranked"] {
		t.Errorf("the default space or ranked is missing in\n%s", out)
	}
	if status, _, _ := invoke("", "spaces", "ranked"); status != cli.StatusUsage {
		t.Errorf("an argument: status %d", status)
	}
}

// TestUnknown: the error about an unknown space names a similar one and all spaces, and shortens long names.
func TestUnknown(t *testing.T) {
	for name, want := range map[string]string{
		"rankd":                  "ranked",
		"":                       "unknown space",
		"  | men<=3":             "unknown space",
		strings.Repeat("x", 900): strings.Repeat("x", 40) + `"`,
	} {
		_, err := spaces.New(name)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), spaces.Default) || len(err.Error()) > 1000 {
			t.Errorf("%.50q: %v, want %q", name, err, want)
		}
	}
	for _, name := range []string{"moon", "cover-9", "cover|men<=3|", "kernel-7"} {
		if _, err := spaces.Set(name); err == nil {
			t.Errorf("%s is a set", name)
		}
	}
}

// TestTablesOfOtherSpaces: the command tables refuses spaces without tables.
func TestTablesOfOtherSpaces(t *testing.T) {
	blocked := filepath.Join(t.TempDir(), "file")
	testkit.OK(t, os.WriteFile(blocked, nil, 0o644))
	for _, space := range []string{"", "ranked", "kernel-5", "cover-5-6"} {
		status, out, errs := invoke("", "tables", "--space", space, "--dir", blocked)
		if status != cli.StatusUsage || out != "" || !strings.Contains(errs, "want kernel or kernel-5-6") {
			t.Errorf("%q: status %d, %q, %q", space, status, out, errs)
		}
	}
}
