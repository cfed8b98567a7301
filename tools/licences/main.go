// Licences lists the modules that programs are built from with their licences, for people who distribute the programs. It knows a
// licence by a sentence of its text in the module. It fails if none is known, or if one requires more than attribution (or, MPL-2.0,
// publication of changes to its own files, or, OFL-1.1, that fonts stay under it and are not sold by themselves).
//
//	go run ./tools/licences [-spdx] [package]...
//
// The default is a table for ./cmd/chesscensus; -spdx writes a bill of materials in SPDX 2.3 (JSON). Modules come from
// go list -deps, tests aside.
package main

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	log.SetFlags(0)
	spdx := flag.Bool("spdx", false, "write SPDX instead of a table")
	flag.Parse()
	list, err := listModules(cmp.Or(strings.Join(flag.Args(), " "), "chesscensus/cmd/chesscensus"))
	if *spdx && err == nil {
		e := json.NewEncoder(os.Stdout)
		e.SetIndent("", "  ")
		err = e.Encode(newDocument(list))
	} else {
		for _, m := range list {
			fmt.Printf("%-45s %-40s %s\n", m.Name, m.Version, m.Licence)
		}
	}
	if err != nil {
		log.Fatal("licences: ", err)
	}
}

// A module is a package of SPDX.
type module struct {
	ID       string `json:"SPDXID"`
	Name     string `json:"name"` // the path
	Version  string `json:"versionInfo"`
	Location string `json:"downloadLocation"`
	Files    bool   `json:"filesAnalyzed"`    // always false
	Licence  string `json:"licenseConcluded"` // its SPDX identifier
}

// listModules returns the modules that packages are built from, sorted by path, without the main module. Patterns of packages are
// separated by blanks. The error names a module without a licence that may be passed on.
func listModules(patterns string) ([]module, error) {
	cmd := exec.Command("go", append([]string{"list", "-deps", "-f",
		"{{$dir := .Dir}}{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}\t{{$dir}}{{end}}{{end}}"}, strings.Fields(patterns)...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w", patterns, err)
	}
	dirs := map[[2]string][]string{} // by path and version: the folders of its packages, and those above them up to the module's own
	for line := range strings.Lines(string(out)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if f[2] == "" {
			return nil, fmt.Errorf("%s: go list names no folder of the module, as where modules are vendored", f[0])
		}
		for dir := f[3]; len(dir) >= len(f[2]); dir = filepath.Dir(dir) {
			dirs[[2]string{f[0], f[1]}] = append(dirs[[2]string{f[0], f[1]}], dir)
		}
	}
	list := []module{} // of packages of the standard library alone, [] in JSON
	for key, folders := range dirs {
		slices.Sort(folders)
		licence := findLicence(slices.Compact(folders)...)
		if licence == "" || strings.Contains(licence, "GPL") {
			return nil, fmt.Errorf("%s: licence %q of the files LICENSE, COPYING and UNLICENSE in %s is not one that may be passed on", key[0], licence, folders[0])
		}
		list = append(list, module{"", key[0], key[1], "https://proxy.golang.org/" + key[0] + "/@v/" + key[1] + ".zip", false, licence})
	}
	slices.SortFunc(list, func(a, b module) int { return strings.Compare(a.Name, b.Name) })
	for i := range list {
		list[i].ID = fmt.Sprintf("SPDXRef-%d", i)
	}
	return list, nil
}

// licenceFile matches the names of files with licences.
var licenceFile = regexp.MustCompile(`(?i)^(licen|copying|unlicense)`)

// findLicence returns the licences in folders as an expression of SPDX: those of all licence files with a known text.
func findLicence(dirs ...string) string {
	var ids []string
	for _, dir := range dirs {
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			text, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if id := identify(string(text)); err == nil && id != "" && licenceFile.MatchString(e.Name()) {
				ids = append(ids, id)
			}
		}
	}
	slices.Sort(ids)
	return strings.Join(slices.Compact(ids), " AND ")
}

// sentences, in small letters and without commas, identify licences. One that quotes others, or leaves the choice between them, comes before
// these.
var sentences = []struct{ id, text string }{
	{"MPL-2.0", "mozilla public license"}, {"FTL", "freetype license"}, {"GPL", "general public license"},
	{"Apache-2.0", "apache license version 2.0"}, {"CC-BY-4.0", "creative commons attribution 4.0"}, {"CC0-1.0", "cc0 1.0 universal"},
	{"OFL-1.1", "sil open font license version 1.1"}, {"Unlicense", "free and unencumbered software released into the public domain"},
	{"BSD-3-Clause", "neither the name of"}, {"BSD-3-Clause", "the name of the author may not be used"},
	{"BSD-2-Clause", "redistributions in binary form must reproduce"},
	{"MIT", "permission is hereby granted free of charge to any person obtaining a copy"},
	{"ISC", "with or without fee is hereby granted provided that the above copyright notice and this permission notice appear in all copies"},
	{"0BSD", "with or without fee is hereby granted."},
}

// identify returns the SPDX identifier of a licence by its text, "GPL" for any of GNU's, or "" if the text has none of the sentences.
func identify(text string) string {
	text = strings.NewReplacer("_", "", "*", "", "=", "", "#", "", ",", "").Replace(strings.ToLower(text)) // without Markdown and commas
	text = strings.Join(strings.Fields(text), " ")
	for _, s := range sentences {
		if strings.Contains(text, s.text) {
			return s.id
		}
	}
	return ""
}

// newDocument returns the SPDX document that lists the modules. Its time is fixed, so that the same modules give the same document.
func newDocument(list []module) any {
	return map[string]any{
		"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": "chesscensus",
		"documentNamespace": "urn:chesscensus:modules", "packages": list,
		"creationInfo": map[string]any{"creators": []string{"Tool: chesscensus/tools/licences"}, "created": "1970-01-01T00:00:00Z"},
	}
}
