package licences

import (
	"os"
	"path/filepath"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestModulesAreFree: every module that the programs are built from has a licence that is known and asks for no more than to be named.
func TestModulesAreFree(t *testing.T) {
	testkit.Medium(t)
	list, err := Of(filepath.Join("..", ".."), "./...")
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 10 {
		t.Errorf("%d modules, want more than ten", len(list))
	}
	for _, m := range list {
		if !Free(m.Licence) {
			t.Errorf("%s %s: licence %q in file %q, want one of those that Free knows", m.Path, m.Version, m.Licence, m.File)
		}
	}
}

func TestName(t *testing.T) {
	for text, want := range map[string]string{
		"GNU GENERAL PUBLIC LICENSE\n Version 3":                                                         "GPL",
		"under the terms of the GNU Lesser\nGeneral Public License":                                      "LGPL",
		"GNU AFFERO GENERAL PUBLIC LICENSE, not the GNU General Public License":                          "AGPL-3.0",
		"Apache License\n  Version 2.0, January 2004":                                                    "Apache-2.0",
		"Licensed under the Apache License, Version 2.0 (the \"License\")":                               "Apache-2.0",
		"Redistributions in binary form must reproduce the above.":                                       "BSD-2-Clause",
		"Redistributions in binary form must reproduce. Neither the name of Google":                      "BSD-3-Clause",
		"Permission is hereby granted, free of charge, to any person obtaining a\ncopy of this software": "MIT",
		"All rights reserved.": "",
	} {
		if got := Name(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for licence, want := range map[string]bool{"GPL": false, "LGPL": false, "AGPL-3.0": false, "": false, "MIT": true, "MPL-2.0": true} {
		if Free(licence) != want {
			t.Errorf("%q is free: %v, want %v", licence, !want, want)
		}
	}
}

// TestFind: a module without a licence, or with one that nobody knows, has none.
func TestFind(t *testing.T) {
	dir := t.TempDir()
	if file, licence, err := find(dir); err != nil || file != "" || licence != "" {
		t.Errorf("%q, %q, %v", file, licence, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "LICENSE.txt"), []byte("Ask me."), 0o666); err != nil {
		t.Fatal(err)
	}
	if file, licence, err := find(dir); err != nil || file != "LICENSE.txt" || licence != "" {
		t.Errorf("%q, %q, %v", file, licence, err)
	}
	if _, err := Of(dir, "./..."); err == nil {
		t.Error("a folder without a module: no error")
	}
}

// TestFindLooksOn: folders and texts that nobody knows are passed over for a file whose licence is known, whatever the case of its name.
func TestFindLooksOn(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "LICENSES"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"COPYING": "Ask me.", "licence.md": "**Apache License**\n_Version 2.0_", "README": "GNU General Public License"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if file, licence, err := find(dir); err != nil || file != "licence.md" || licence != "Apache-2.0" {
		t.Errorf("%q, %q, %v", file, licence, err)
	}
	if _, _, err := find(filepath.Join(dir, "none")); err == nil {
		t.Error("a folder that is not there has a licence")
	}
}
