package exactjson

import (
	"strings"
	"testing"
)

func TestKeys(t *testing.T) {
	for text, want := range map[string]string{
		`{"fen": "x", "reasons": ["fen", "FEN"], "more": {"fen": 1, "a": [{"fen": 2}]}}`: "",
		`[]`:                              "",
		`"FEN"`:                           "",
		`{"a": "FEN", "FENs": "fen"}`:     "",
		`{"fen": 1, "fen": 1}`:            "stands twice",
		`{"fen": 1, "FEN": 2}`:            `found the key "FEN", want "fen"`,
		`{"a": [{"Fen": 1}]}`:             `found the key "Fen"`,
		`{"rea` + "\u017f" + `ons": []}`:  `want "reasons"`,
		`{"` + "\u212a" + `ind": 1}`:      `want "kind"`,
		`{"a": {"b": 1, "b": 2}}`:         `"b" stands twice`,
		`{"fen": "x", "a": {}, "fen": 1}`: "stands twice",
	} {
		err := Keys([]byte(text), "fen", "reasons", "kind")
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
