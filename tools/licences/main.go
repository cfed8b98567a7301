// Licences lists the modules that programs are built from with their licences, for people who distribute
// the programs. It recognizes a licence by its text in the module. It fails if a licence is unknown or requires more than
// attribution (or, MPL-2.0, publication of changes to its own files).
//
//	go run ./tools/licences [-spdx] [package]...
//
// The default is a table for ./cmd/chesscensus; -spdx writes a bill of materials in SPDX 2.3 (JSON). Modules come from
// go list -deps, tests aside.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	log.SetFlags(0)
	spdx := flag.Bool("spdx", false, "write SPDX instead of a table")
	flag.Parse()
	packages := flag.Args()
	if len(packages) == 0 {
		packages = []string{"chesscensus/cmd/chesscensus"}
	}
	list, err := listModules(packages...)
	if err != nil {
		log.Fatal("licences: ", err)
	}
	if *spdx {
		e := json.NewEncoder(os.Stdout)
		e.SetIndent("", "  ")
		err = e.Encode(spdxDocument(list))
	}
	for _, m := range list {
		if !*spdx {
			fmt.Printf("%-45s %-40s %s\n", m.Path, m.Version, m.Licence)
		}
		if !isPermitted(m.Licence) {
			log.Fatalf("licences: %s: licence %q in %s is not one that may be passed on", m.Path, m.Licence, m.Dir)
		}
	}
	if err != nil {
		log.Fatal("licences: ", err)
	}
}

// A goModule is a module with the SPDX identifier of its licence, "" if unknown.
type goModule struct{ Path, Version, Dir, Licence string }

// listModules returns the modules that packages are built from, sorted by path, without the main module.
func listModules(packages ...string) (list []goModule, err error) {
	out, err := exec.Command("go", append([]string{"list", "-deps", "-f",
		"{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}"}, packages...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	for line := range strings.Lines(string(out)) {
		if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) == 3 {
			list = append(list, goModule{f[0], f[1], f[2], ""})
		}
	}
	slices.SortFunc(list, func(a, b goModule) int { return strings.Compare(a.Path, b.Path) })
	list = slices.Compact(list)
	for i := range list {
		list[i].Licence = findLicence(list[i].Dir)
	}
	return list, nil
}

// findLicence returns the licence of the module in a folder: that of the first licence file with a known text.
func findLicence(dir string) string {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		name := strings.ToUpper(e.Name())
		if strings.HasPrefix(name, "LICEN") || strings.HasPrefix(name, "COPYING") || strings.HasPrefix(name, "UNLICENSE") {
			text, _ := os.ReadFile(filepath.Join(dir, e.Name()))
			if l := identify(string(text)); l != "" {
				return l
			}
		}
	}
	return ""
}

// phrases identify licences. Longer licences come first, since they may quote shorter ones.
var phrases = [][2]string{
	{"AGPL-3.0", "gnu affero general public license"}, {"LGPL", "gnu lesser general public license"},
	{"FTL", "the freetype project license"}, {"FTL", "freetype license"}, {"GPL", "gnu general public license"},
	{"MPL-2.0", "mozilla public license"}, {"Apache-2.0", "apache license version 2.0"}, {"OFL-1.1", "sil open font license"},
	{"CC0-1.0", "creative commons legal code cc0"}, {"CC-BY-4.0", "creative commons attribution 4.0"},
	{"Unlicense", "this is free and unencumbered software"},
	{"BSD-3-Clause", "neither the name of"}, {"BSD-3-Clause", "the name of the author may not be used"},
	{"BSD-2-Clause", "redistributions in binary form must reproduce"}, {"ISC", "permission to use, copy, modify, and/or distribute this software"},
	{"ISC", "permission to use, copy, modify, and distribute this software"},
	{"MIT", "permission is hereby granted, free of charge, to any person obtaining a copy"},
}

// identify returns the SPDX identifier of a licence by its text, or "" if the text has none of the phrases.
func identify(text string) string {
	text = strings.NewReplacer("_", "", "*", "", "=", "", "#", "").Replace(strings.ToLower(text)) // Markdown
	text = strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "apache license, version", "apache license version")
	for _, p := range phrases {
		if strings.Contains(text, p[1]) {
			return p[0]
		}
	}
	return ""
}

// isPermitted reports whether a licence requires no more than the package comment says.
func isPermitted(licence string) bool { return licence != "" && !strings.Contains(licence, "GPL") }

// spdxDocument returns the SPDX document that lists the modules.
func spdxDocument(list []goModule) any {
	type pack struct {
		ID       string `json:"SPDXID"`
		Name     string `json:"name"`
		Version  string `json:"versionInfo"`
		Location string `json:"downloadLocation"`
		Files    bool   `json:"filesAnalyzed"`
		Licence  string `json:"licenseConcluded"`
	}
	entries := []pack{}
	for i, m := range list {
		entries = append(entries, pack{fmt.Sprintf("SPDXRef-%d", i), m.Path, m.Version,
			"https://proxy.golang.org/" + m.Path + "/@v/" + m.Version + ".zip", false, m.Licence})
	}
	return map[string]any{
		"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": "chesscensus",
		"documentNamespace": "urn:chesscensus:modules", "packages": entries,
		"creationInfo": map[string]any{"creators": []string{"Tool: chesscensus/tools/licences"}, "created": "1970-01-01T00:00:00Z"}, // a fixed time, so that the same modules give the same document
	}
}
