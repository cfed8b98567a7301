// Package licences names the licence of every module that a program is built from, by the text in the module itself, for people who pass
// programs on. Its test fails for a module whose licence is not known, or asks for more than to be named. The command in
// folder list prints the table.
package licences

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A Module is a module with its licence.
type Module struct {
	Path, Version string
	// Licence is its SPDX identifier, "" if it is not known.
	Licence string
	// File is the name of the file that holds it.
	File string
}

// Of returns the modules from which packages are built, tests aside, in the order of their paths; the main module is left out. It asks
// the go tool in a folder, "" for this one.
func Of(dir string, packages ...string) ([]Module, error) {
	cmd := exec.Command("go", append([]string{"list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}"}, packages...)...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, exit.Stderr)
		}
		return nil, fmt.Errorf("go list: %w", err)
	}
	var list []Module
	seen := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 3 || seen[fields[0]] {
			continue
		}
		seen[fields[0]] = true
		m := Module{Path: fields[0], Version: fields[1]}
		if m.File, m.Licence, err = find(fields[2]); err != nil {
			return nil, fmt.Errorf("%s: %w", m.Path, err)
		}
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b Module) int { return cmp.Compare(a.Path, b.Path) })
	return list, nil
}

// find looks for the licence in the folder of a module.
func find(dir string) (file, licence string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", "", err
	}
	for _, e := range entries {
		name := strings.ToUpper(e.Name())
		if e.IsDir() || !strings.HasPrefix(name, "LICEN") && !strings.HasPrefix(name, "COPYING") && !strings.HasPrefix(name, "UNLICENSE") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return "", "", err
		}
		if l := Name(string(text)); l != "" {
			return e.Name(), l, nil
		}
		file = e.Name()
	}
	return file, "", nil
}

// marks are phrases that only one licence has, the longer licences first, since they may quote shorter ones.
var marks = []struct{ licence, phrase string }{
	{"AGPL-3.0", "gnu affero general public license"},
	{"LGPL", "gnu lesser general public license"},
	{"FTL", "the freetype project license"},
	{"FTL", "freetype license"},
	{"GPL", "gnu general public license"},
	{"MPL-2.0", "mozilla public license"},
	{"Apache-2.0", "apache license version 2.0"},
	{"OFL-1.1", "sil open font license"},
	{"CC0-1.0", "creative commons legal code cc0"},
	{"CC-BY-4.0", "creative commons attribution 4.0"},
	{"Unlicense", "this is free and unencumbered software"},
	{"BSD-3-Clause", "neither the name of"},
	{"BSD-3-Clause", "the name of the author may not be used"},
	{"BSD-2-Clause", "redistributions in binary form must reproduce"},
	{"ISC", "permission to use, copy, modify, and/or distribute this software"},
	{"ISC", "permission to use, copy, modify, and distribute this software"},
	{"MIT", "permission is hereby granted, free of charge, to any person obtaining a copy"},
}

// Name returns the SPDX identifier of a licence by its text, "" if it is none of those that are known here.
func Name(text string) string {
	text = strings.NewReplacer("_", "", "*", "", "=", "", "#", "").Replace(text) // Markdown
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	text = strings.ReplaceAll(text, "apache license, version", "apache license version")
	for _, m := range marks {
		if strings.Contains(text, m.phrase) {
			return m.licence
		}
	}
	return ""
}

// Free reports whether a licence asks of those who pass a program on for no more than to name it and its authors, or, MPL-2.0, to
// show changes made to its own files.
func Free(licence string) bool {
	return slices.Contains([]string{"MIT", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "ISC", "Unlicense", "CC0-1.0", "CC-BY-4.0", "MPL-2.0", "FTL", "OFL-1.1"}, licence)
}
