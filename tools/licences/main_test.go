package main

import (
	"encoding/json"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestModulesAreFree: every module in the programs has a known and permitted licence.
func TestModulesAreFree(t *testing.T) {
	testkit.Medium(t)
	list := testkit.Must(listModules("chesscensus/..."))(t)
	if len(list) < 10 {
		t.Errorf("%d modules, want 10 at least", len(list))
	}
	for _, m := range list {
		if !isPermitted(m.Licence) {
			t.Errorf("%s %s has licence %q, which may not be passed on", m.Name, m.Version, m.Licence)
		}
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

// TestIdentify: licences that quote others, and the choice that package freetype leaves.
func TestIdentify(t *testing.T) {
	for text, want := range map[string]string{
		"GNU AFFERO\nGeneral Public License": "GPL", "The FreeType License, or the GNU General Public License": "FTL", "All rights reserved.": "",
		"**Apache License**\n_Version 2.0_": "Apache-2.0", "Redistributions in binary form must reproduce the above.": "BSD-2-Clause",
		"Redistributions in binary form must reproduce. Neither the name of Google": "BSD-3-Clause",
	} {
		if got := identify(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
