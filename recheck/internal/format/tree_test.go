package format

import (
	"reflect"
	"testing"
)

// TestParseTree: words, marks and brackets become nodes. More texts, and the errors, are tested in package recheck.
func TestParseTree(t *testing.T) {
	want := []Node{{Move: "a2a3", Nodes: []Node{{Move: "b7b8=Q"}, {Move: "c3b1", Refuted: true}}}, {Move: "d2d4", Refuted: true}}
	if got, err := ParseTree("a2a3(b7b8=Q !c3b1) !d2d4()"); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
}

// TestShortMove: an unmove of format 1 has the captured man, the rights and the en passant square of format 2.
func TestShortMove(t *testing.T) {
	const short = "e7d8qxR=KQ@e3"
	if got, err := shortMove("e7d8q captP: R castle: KQ ep: e3"); err != nil || got != short {
		t.Errorf("%q, %v, want %q", got, err, short)
	}
}
