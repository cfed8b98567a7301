package main

import (
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

// TestNoModules: packages of the standard library alone make an empty list.
func TestNoModules(t *testing.T) {
	if list, err := listModules("chesscensus/chess"); err != nil || list == nil || len(list) > 0 {
		t.Errorf("%#v, %v, want an empty list", list, err)
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
