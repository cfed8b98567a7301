package kinds

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"
)

// resources are the packages whose functions reach outside of the program. A value that
// they return is not remade, since that could have effects that the user did not ask for.
var resources = []string{"os", "net", "io", "bufio", "syscall", "database/sql", "time"}

// IsResource reports whether an object is of a package in resources, or of a package below one.
func IsResource(o types.Object) bool {
	if o == nil || o.Pkg() == nil {
		return false
	}
	path := o.Pkg().Path()
	return slices.ContainsFunc(resources, func(r string) bool { return path == r || strings.HasPrefix(path, r+"/") })
}

// ReturnsByteCount reports whether the name of a called function says that it returns the number
// of bytes that it wrote, as fmt.Println does. The last expression of a cell is not shown in this case.
func ReturnsByteCount(x ast.Expr) bool {
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok {
		return false
	}
	name := Callee(call.Fun)
	return slices.ContainsFunc([]string{"Print", "Fprint", "Write"}, func(p string) bool { return strings.HasPrefix(name, p) })
}

// OverflowsInt reports whether an expression is an integer constant that is untyped, or an int by default, and does not fit in an int of 64
// bits.
func OverflowsInt(tv types.TypeAndValue) bool {
	b, ok := tv.Type.(*types.Basic)
	if !ok || tv.Value == nil || tv.Value.Kind() != constant.Int {
		return false
	}
	_, fits := constant.Int64Val(tv.Value)
	return !fits && (b.Info()&types.IsUntyped != 0 || b.Kind() == types.Int)
}

// IsKnown reports whether a type is known and not that of nil.
func IsKnown(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return !ok || b.Kind() != types.Invalid && b.Kind() != types.UntypedNil
}

// IsError reports whether t is the type error.
func IsError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// IsCall reports whether x is a call, in brackets or not.
func IsCall(x ast.Expr) bool {
	_, ok := ast.Unparen(x).(*ast.CallExpr)
	return ok
}
