// Licences lists the modules that programs are built from with their licences, for people who distribute the programs. It recognizes a
// licence by its text in the module. It fails if a licence is unknown or requires more than attribution (or, MPL-2.0, publication of
// changes to its own files).
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
	log.SetPrefix("licences: ")
	spdx := flag.Bool("spdx", false, "write SPDX instead of a table")
	flag.Parse()
	packages := flag.Args()
	if len(packages) == 0 {
		packages = []string{"chesscensus/cmd/chesscensus"}
	}
	list, err := listModules(packages...)
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range list {
		if !*spdx {
			fmt.Printf("%-45s %-40s %s\n", m.Name, m.Version, m.Licence)
		}
		if !isPermitted(m.Licence) {
			log.Fatalf("%s: licence %q is not one that may be passed on", m.Name, m.Licence)
		}
	}
	if *spdx {
		e := json.NewEncoder(os.Stdout)
		e.SetIndent("", "  ")
		if err := e.Encode(newDocument(list)); err != nil {
			log.Fatal(err)
		}
	}
}

// A module is a package of SPDX.
type module struct {
	ID       string `json:"SPDXID"`
	Name     string `json:"name"` // the path
	Version  string `json:"versionInfo"`
	Location string `json:"downloadLocation"`
	Files    bool   `json:"filesAnalyzed"`    // always false
	Licence  string `json:"licenseConcluded"` // its SPDX identifier, "" if unknown
}

// listModules returns the modules that packages are built from, sorted by path, without the main module.
func listModules(packages ...string) (list []module, err error) {
	out, err := exec.Command("go", append([]string{"list", "-deps", "-f",
		"{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}"}, packages...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	list = []module{} // in JSON an empty list, not null
	for i, line := range slices.Compact(slices.Sorted(strings.Lines(string(out)))) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		list = append(list, module{fmt.Sprintf("SPDXRef-%d", i), f[0], f[1], "https://proxy.golang.org/" + f[0] + "/@v/" + f[1] + ".zip", false, findLicence(f[2])})
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

// phrases, in small letters and without commas, identify licences. A licence that quotes others, or leaves the choice between them, comes before these.
var phrases = [][2]string{
	{"MPL-2.0", "mozilla public license"}, {"FTL", "freetype license"}, {"GPL", "general public license"},
	{"Apache-2.0", "apache license version 2.0"}, {"CC-BY-4.0", "creative commons attribution 4.0"},
	{"BSD-3-Clause", "neither the name of"}, {"BSD-3-Clause", "the name of the author may not be used"},
	{"BSD-2-Clause", "redistributions in binary form must reproduce"},
	{"MIT", "permission is hereby granted free of charge to any person obtaining a copy"},
}

// identify returns the SPDX identifier of a licence by its text, "GPL" for any of GNU's, or "" if the text has none of the phrases.
func identify(text string) string {
	text = strings.NewReplacer("_", "", "*", "", "=", "", "#", "", ",", "").Replace(strings.ToLower(text)) // without Markdown and commas
	text = strings.Join(strings.Fields(text), " ")
	for _, p := range phrases {
		if strings.Contains(text, p[1]) {
			return p[0]
		}
	}
	return ""
}

// isPermitted reports whether a licence requires no more than the package comment says.
func isPermitted(licence string) bool { return licence != "" && licence != "GPL" }

// newDocument returns the SPDX document that lists the modules.
func newDocument(list []module) any {
	return map[string]any{
		"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": "chesscensus",
		"documentNamespace": "urn:chesscensus:modules", "packages": list,
		"creationInfo": map[string]any{"creators": []string{"Tool: chesscensus/tools/licences"}, "created": "1970-01-01T00:00:00Z"}, // a fixed time, so that the same modules give the same document
	}
}
