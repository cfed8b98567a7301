package kinds

import (
	"go/types"
	"slices"
	"strings"
)

// HasForm reports whether a type, or the first of a tuple, belongs to this project or to a data frame, or is shown by package jupyter/forms
// in another form than its text.
func HasForm(t types.Type) bool {
	if tuple, ok := t.(*types.Tuple); ok {
		return tuple.Len() > 0 && HasForm(tuple.At(0).Type())
	}
	if t == nil || t == types.Typ[types.Invalid] {
		return false
	}
	for _, method := range []string{"MIME", "HTML", "SVG", "ColorModel", "Dims"} {
		if f, _, _ := types.LookupFieldOrMethod(t, true, nil, method); f != nil {
			if _, ok := f.(*types.Func); ok {
				return true
			}
		}
	}
	switch u := types.Unalias(t).(type) {
	case *types.Pointer:
		return HasForm(u.Elem())
	case *types.Map:
		return true
	case *types.Slice:
		return isTableRow(u.Elem())
	case *types.Array:
		return isTableRow(u.Elem())
	case *types.Named:
		if u.Obj().Pkg() == nil {
			return false
		}
		where := u.Obj().Pkg().Path()
		if _, small := u.Underlying().(*types.Basic); small {
			return false // a color, a square
		}
		return strings.HasPrefix(where, "chesscensus/") ||
			slices.Contains([]string{"github.com/go-gota/gota/dataframe", "github.com/go-gota/gota/series", "gonum.org/v1/plot"}, where)
	}
	return false
}

// isTableRow reports whether a slice of such elements is shown as a table: structs with fields, pointers to structs, arrays, and slices
// that are no bytes.
func isTableRow(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		_, ok := u.Elem().Underlying().(*types.Struct)
		return ok
	case *types.Struct:
		return u.NumFields() > 0
	case *types.Slice:
		b, ok := u.Elem().Underlying().(*types.Basic)
		return !ok || b.Kind() != types.Byte
	case *types.Array:
		return true
	}
	return false
}
