package cells

import (
	"go/types"
	"testing"

	"chesscensus/jupyter/internal/cells/kinds"
)

// TestUnalias checks that aliases, which later cells do not know, are replaced by their types in all composite types.
func TestUnalias(t *testing.T) {
	main := types.NewPackage(mainPath, "main")
	tree := types.NewNamed(types.NewTypeName(0, main, "tree", nil), types.NewStruct(nil, nil), nil)
	alias := types.NewAlias(types.NewTypeName(0, main, "alias", nil), types.NewSlice(tree)) // type alias = []tree
	q := qualifier(map[string]string{})
	for typ, want := range map[types.Type]string{
		alias:                   "[]tree",
		types.NewPointer(alias): "*[]tree",
		types.NewMap(types.Typ[types.String], alias): "map[string][]tree",
		types.NewArray(types.NewSlice(alias), 3):     "[3][][]tree",
		types.NewPointer(tree):                       "*tree",
	} {
		if got := types.TypeString(kinds.Unalias(typ), q); got != want {
			t.Errorf("%s becomes %s, want %s", typ, got, want)
		}
	}
}

// TestQualifier checks that two packages of one name get different names.
func TestQualifier(t *testing.T) {
	names := make(map[string]string)
	q := qualifier(names)
	a, b := types.NewPackage("example.com/a/rand", "rand"), types.NewPackage("example.com/b/rand", "rand")
	if q(a) != "rand" || q(b) != "rand_" || q(a) != "rand" || q(types.NewPackage(mainPath, "main")) != "" || names["rand_"] != "example.com/b/rand" {
		t.Errorf("names %v, want rand and rand_, and none for main", names)
	}
}
