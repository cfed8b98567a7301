package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestModulesAreFree: every module in the programs has a known and permitted licence, and is in the SPDX document.
func TestModulesAreFree(t *testing.T) {
	testkit.Medium(t)
	list, err := listModules("chesscensus/...")
	if err != nil || len(list) < 10 {
		t.Fatal(len(list), err)
	}
	text := testkit.Must(json.Marshal(spdxDocument(list)))(t)
	for _, m := range list {
		if !isPermitted(m.Licence) || !strings.Contains(string(text), `"name":"`+m.Path+`","versionInfo":"`+m.Version+`"`) {
			t.Errorf("%s %s: licence %q, bill %t", m.Path, m.Version, m.Licence, strings.Contains(string(text), m.Path))
		}
	}
}

// TestFind: the first file with a known licence counts, and a folder without one has none.
func TestFind(t *testing.T) {
	dir := t.TempDir()
	if got := findLicence(dir); got != "" || isPermitted(got) {
		t.Errorf("an empty folder has licence %q", got)
	}
	for name, text := range map[string]string{"COPYING": "Ask me.", "licence.md": "**Apache License**\n_Version 2.0_", "README": "GNU General Public License"} {
		testkit.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	if got := findLicence(dir); got != "Apache-2.0" {
		t.Errorf("licence %q", got)
	}
	for text, want := range map[string]string{
		"GNU AFFERO GENERAL PUBLIC LICENSE, not the GNU General Public License": "AGPL-3.0", "GNU Lesser\nGeneral Public License": "LGPL",
		"Redistributions in binary form must reproduce the above.": "BSD-2-Clause", "All rights reserved.": "",
		"Redistributions in binary form must reproduce. Neither the name of Google": "BSD-3-Clause",
	} {
		if got := identify(text); got != want || isPermitted(got) != strings.HasPrefix(want, "BSD") {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
