package cell

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// maxPointers is the number of pointers, one behind the other, that are followed in a text.
const maxPointers = 3

// maxValues is the number of values in a text with pointers: in a dense graph there are many ways of few pointers.
const maxValues = 20_000

// cellPackage is the path of the package that a cell is.
var cellPackage = "main"

// structure returns the text of a value as %+v of fmt writes it, with & and the value in place of the address of each pointer, as far as
// depth pointers deep and for *left values. Addresses would say nothing, and differ from run to run. What types of other packages hold in
// unexported fields is not followed.
func structure(r reflect.Value, depth int, left *int) string {
	if *left--; *left < 0 {
		return "..."
	}
	switch r.Kind() {
	case reflect.Pointer, reflect.Interface:
		switch {
		case r.IsNil():
			return "<nil>"
		case r.CanInterface() && hasText(r.Interface()):
			return fmt.Sprintf("%+v", r.Interface())
		case r.Kind() == reflect.Interface:
			return structure(r.Elem(), depth, left)
		case depth == 0:
			return "&..."
		}
		return "&" + structure(r.Elem(), depth-1, left)
	case reflect.Struct:
		if r.CanInterface() && hasText(r.Interface()) {
			break
		}
		var fields []string
		for i := range r.NumField() {
			f, follow := r.Type().Field(i), depth
			if !f.IsExported() && f.PkgPath != cellPackage {
				follow = 0
			}
			fields = append(fields, f.Name+":"+structure(r.Field(i), follow, left))
		}
		return "{" + strings.Join(fields, " ") + "}"
	case reflect.Slice, reflect.Array:
		var elements []string
		for i := range min(r.Len(), maxShown) {
			elements = append(elements, structure(r.Index(i), depth, left))
		}
		if r.Len() > maxShown {
			elements = append(elements, "...")
		}
		return "[" + strings.Join(elements, " ") + "]"
	case reflect.Map:
		keys := r.MapKeys()
		slices.SortFunc(keys, compareKeys)
		var entries []string
		for _, key := range keys {
			entries = append(entries, structure(key, depth, left)+":"+structure(r.MapIndex(key), depth, left))
		}
		return "map[" + strings.Join(entries, " ") + "]"
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		if !r.IsNil() {
			return "a " + r.Type().String()
		}
	}
	return fmt.Sprintf("%+v", r)
}

// compareKeys orders keys of a map as fmt does: numbers by value. Others are ordered by their texts.
func compareKeys(a, b reflect.Value) int {
	switch {
	case a.CanInt():
		return cmp.Compare(a.Int(), b.Int())
	case a.CanUint():
		return cmp.Compare(a.Uint(), b.Uint())
	case a.CanFloat():
		return cmp.Compare(a.Float(), b.Float())
	}
	return strings.Compare(fmt.Sprint(a), fmt.Sprint(b))
}

// hasText reports whether a value has a text of its own.
func hasText(v any) bool {
	switch v.(type) {
	case fmt.Stringer, error, fmt.Formatter:
		return true
	}
	return false
}
