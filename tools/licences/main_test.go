package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestModulesAreFree: every module in the programs has a known and permitted licence. A package with a licence of its own counts.
func TestModulesAreFree(t *testing.T) {
	testkit.Medium(t)
	list := testkit.Must(listModules("chesscensus/..."))(t)
	if len(list) < 10 {
		t.Errorf("%d modules, want 10 at least", len(list))
	}
	for _, m := range list {
		if m.Name == "github.com/parquet-go/parquet-go" && m.Licence != "Apache-2.0 AND MIT" {
			t.Errorf("%s has licence %q, and its package encoding/thrift had the MIT licence in version 0.32", m.Name, m.Licence)
		}
	}
}

// TestRefusal: a module without a licence, or with one of GNU's beside another, in any folder between it and a package, is refused by name.
func TestRefusal(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module m\n\ngo 1.26\n\nrequire example.com/x v0.0.0\n\nreplace example.com/x => ./x\n", "m.go": "package m\n\nimport _ \"example.com/x/a/b\"\n",
		"x/go.mod": "module example.com/x\n", "x/a/b/b.go": "package b\n",
	} {
		testkit.OK(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700))
		testkit.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	t.Chdir(dir)
	for _, c := range []struct{ folder, text, want string }{
		{"x", "All rights reserved.", `example.com/x: licence ""`}, {"x", "Mozilla Public License", ""},
		{"x/a", "GNU General Public License", `example.com/x: licence "GPL AND MPL-2.0"`},
	} {
		testkit.OK(t, os.WriteFile(filepath.Join(c.folder, "LICENSE"+c.text[:1]), []byte(c.text), 0o600))
		if _, err := listModules("m"); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("with %q: %v, want %q", c.text, err, c.want)
		}
	}
	testkit.Fails(listModules("m/nosuch"))(t, "m/nosuch", "of an unknown package")
}

// TestFindLicence: the licences of all licence files with a known text hold, and no other file counts.
func TestFindLicence(t *testing.T) {
	dir := t.TempDir()
	for _, f := range []struct{ name, text, want string }{
		{"README", "released under the Mozilla Public License", ""}, {"License-link.txt", "see there", ""},
		{"LICENSE-SIL", "the SIL Open Font License, Version 1.1", "OFL-1.1"}, {"Unlicense", "the SIL Open Font License, Version 1.1", "OFL-1.1"},
		{"COPYING", "the GNU General Public License", "GPL AND OFL-1.1"},
	} {
		testkit.OK(t, os.WriteFile(filepath.Join(dir, f.name), []byte(f.text), 0o600))
		testkit.Equal(t, findLicence(dir), f.want, f.name)
	}
}

// TestDocument: the SPDX document lists modules with their licences, and has an empty list for a program without modules.
func TestDocument(t *testing.T) {
	none := testkit.Must(listModules("chesscensus/tools/licences"))(t)
	one := []module{{ID: "SPDXRef-0", Name: "example.org/a", Version: "v1.2.3", Location: "https://example.org", Licence: "MIT"}}
	for want, list := range map[string][]module{
		`"packages":[]`: none,
		`"packages":[{"SPDXID":"SPDXRef-0","name":"example.org/a","versionInfo":"v1.2.3","downloadLocation":"https://example.org",` +
			`"filesAnalyzed":false,"licenseConcluded":"MIT"}]`: one,
	} {
		if text := testkit.Must(json.Marshal(newDocument(list)))(t); !strings.Contains(string(text), want) {
			t.Errorf("%s lacks %s", text, want)
		}
	}
}

// TestIdentify: a sentence of each licence as it stands in the text, licences that quote others, and the choice that package freetype leaves.
func TestIdentify(t *testing.T) {
	const isc = "Permission to use, copy, modify, and/or distribute this software for any\npurpose with or without fee is hereby granted"
	for text, want := range map[string]string{
		"GNU AFFERO\nGeneral Public License": "GPL", "The FreeType License, or the GNU General Public License": "FTL", "All rights reserved.": "",
		"**Apache License**\n_Version 2.0_": "Apache-2.0", "Redistributions in binary form must reproduce the above.": "BSD-2-Clause",
		"Redistributions in binary form must reproduce. Neither the name of Google":                              "BSD-3-Clause",
		"Permission is hereby granted, free of charge, to any person obtaining a copy\nof this software":         "MIT",
		isc + ", provided that the above\ncopyright notice and this permission notice appear in all copies.":     "ISC",
		isc + ".\n\nTHE SOFTWARE IS PROVIDED \"AS IS\"":                                                          "0BSD",
		isc + ", provided that the name of the author is sung.":                                                  "",
		"Creative Commons Legal Code\n\nCC0 1.0 Universal\n\n    CREATIVE COMMONS CORPORATION IS NOT A LAW FIRM": "CC0-1.0",
		"Creative Commons Attribution-NonCommercial 4.0 International Public License":                            "",
		"-----\nSIL OPEN FONT LICENSE Version 1.1 - 26 February 2007\n-----\nPERMISSION & CONDITIONS\n" +
			"Permission is hereby granted, free of charge, to any person obtaining\na copy of the Font Software": "OFL-1.1",
		"This Font Software is licensed under the SIL Open Font License, Version 1.1.":              "OFL-1.1",
		"This is free and unencumbered software released into the public domain.\n\nAnyone is free": "Unlicense",
	} {
		testkit.Equal(t, identify(text), want, text)
	}
}
