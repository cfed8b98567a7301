// Licences names every module that programs are built from, with its licence by the text in the module itself, for people
// who pass programs on. It fails if a licence is unknown or asks for more than to be named (or, MPL-2.0, to show changes
// made to its own files).
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
	list, err := modules(packages...)
	if err != nil {
		log.Fatal("licences: ", err)
	}
	if *spdx {
		e := json.NewEncoder(os.Stdout)
		e.SetIndent("", "  ")
		err = e.Encode(bill(list))
	}
	for _, m := range list {
		if !*spdx {
			fmt.Printf("%-45s %-40s %s\n", m.Path, m.Version, m.Licence)
		}
		if !free(m.Licence) {
			log.Fatalf("licences: %s: licence %q in %s is not one that may be passed on", m.Path, m.Licence, m.Dir)
		}
	}
	if err != nil {
		log.Fatal("licences: ", err)
	}
}

// A module with the SPDX identifier of its licence, "" if that is not known.
type module struct{ Path, Version, Dir, Licence string }

// modules returns the modules that packages are built from, by their paths, without the main one.
func modules(packages ...string) (list []module, err error) {
	out, err := exec.Command("go", append([]string{"list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}"}, packages...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	for line := range strings.Lines(string(out)) {
		if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) == 3 {
			list = append(list, module{f[0], f[1], f[2], ""})
		}
	}
	slices.SortFunc(list, func(a, b module) int { return strings.Compare(a.Path, b.Path) })
	list = slices.Compact(list)
	for i := range list {
		list[i].Licence = find(list[i].Dir)
	}
	return list, nil
}

// find returns the licence of the module in a folder: of the first file with a text that is known.
func find(dir string) string {
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

// phrases are such as only one licence has, the longer licences first, since they may quote shorter ones.
var phrases = [][2]string{
	{"AGPL-3.0", "gnu affero general public license"}, {"LGPL", "gnu lesser general public license"},
	{"FTL", "the freetype project license"}, {"FTL", "freetype license"}, {"GPL", "gnu general public license"},
	{"MPL-2.0", "mozilla public license"}, {"Apache-2.0", "apache license version 2.0"}, {"OFL-1.1", "sil open font license"},
	{"CC0-1.0", "creative commons legal code cc0"}, {"CC-BY-4.0", "creative commons attribution 4.0"}, {"Unlicense", "this is free and unencumbered software"},
	{"BSD-3-Clause", "neither the name of"}, {"BSD-3-Clause", "the name of the author may not be used"},
	{"BSD-2-Clause", "redistributions in binary form must reproduce"}, {"ISC", "permission to use, copy, modify, and/or distribute this software"},
	{"ISC", "permission to use, copy, modify, and distribute this software"}, {"MIT", "permission is hereby granted, free of charge, to any person obtaining a copy"},
}

// identify returns the SPDX identifier of a licence by its text, "" if it is none of phrases.
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

// free reports whether a licence asks for no more than package comment says.
func free(licence string) bool { return licence != "" && !strings.Contains(licence, "GPL") }

// bill is the document of SPDX for modules.
func bill(list []module) any {
	type pack struct {
		ID       string `json:"SPDXID"`
		Name     string `json:"name"`
		Version  string `json:"versionInfo"`
		Location string `json:"downloadLocation"`
		Files    bool   `json:"filesAnalyzed"`
		Licence  string `json:"licenseConcluded"`
	}
	packs := []pack{}
	for i, m := range list {
		packs = append(packs, pack{fmt.Sprintf("SPDXRef-%d", i), m.Path, m.Version, "https://proxy.golang.org/" + m.Path + "/@v/" + m.Version + ".zip", false, m.Licence})
	}
	return map[string]any{
		"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": "chesscensus",
		"documentNamespace": "urn:chesscensus:modules", "packages": packs,
		"creationInfo": map[string]any{"creators": []string{"Tool: chesscensus/tools/licences"}, "created": "1970-01-01T00:00:00Z"}, // the same from the same modules
	}
}
