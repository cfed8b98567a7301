package kinds

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// randomPackages are the packages of random numbers.
var randomPackages = []string{"math/rand/v2", "math/rand", "crypto/rand", "golang.org/x/exp/rand"}

// IsGenerator reports whether a value of type t is a generator of random numbers or a source of one: what it returns depends on what it has
// returned before.
func IsGenerator(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	u, ok := types.Unalias(t).(*types.Named)
	return ok && u.Obj().Pkg() != nil && slices.Contains(randomPackages, u.Obj().Pkg().Path())
}

// IsSource reports whether t is a pointer to a source of random numbers that can be stored.
func IsSource(t types.Type) bool {
	storable, _ := Storable(t)
	return isPointer(t) && IsGenerator(t) && storable
}

// isRandom reports whether a function returns random values: one of a package of random numbers that makes no generator, or one that is
// named Rand, as the methods of gonum's distributions are.
func isRandom(f *types.Func) bool {
	return f.Name() == "Rand" || f.Pkg() != nil && slices.Contains(randomPackages, f.Pkg().Path()) && !strings.HasPrefix(f.Name(), "New")
}

// Calls tells what the evaluation of an expression calls, or passes on to what it calls.
type Calls struct {
	Random bool     // a function that returns random values
	Own    []string // functions and variables of the notebook by name, methods as "Type.Method"; "" stands for a function literal
}

// CallsOf returns the calls in a node, with those in function literals that are called or passed on.
func CallsOf(info *types.Info, node ast.Node) (c Calls) {
	called := make(map[ast.Node]bool) // functions that are called or passed on
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			if called[n] {
				c.Own = append(c.Own, "")
			}
			return called[n]
		case *ast.CallExpr:
			for _, x := range append(slices.Clone(n.Args), n.Fun) {
				called[ast.Unparen(x)] = true
			}
		case *ast.IndexExpr: // of a generic function
			called[n.X] = called[n.X] || called[n]
		case *ast.SelectorExpr:
			if called[n] {
				c.add(info.Uses[n.Sel])
			}
		case *ast.Ident:
			if called[n] {
				c.add(info.Uses[n])
			}
		}
		return true
	})
	return c
}

// add adds the object of a name that is called or passed on.
func (c *Calls) add(o types.Object) {
	f, isFunc := o.(*types.Func)
	if isFunc && isRandom(f) {
		c.Random = true
	}
	if o == nil || o.Pkg() == nil || o.Pkg().Path() != Main {
		return
	}
	if isFunc && f.Signature().Recv() != nil {
		receiver := f.Signature().Recv().Type()
		if p, ok := receiver.(*types.Pointer); ok {
			receiver = p.Elem()
		}
		if named, ok := receiver.(*types.Named); ok {
			c.Own = append(c.Own, named.Obj().Name()+"."+o.Name())
		}
		return
	}
	if _, isSignature := o.Type().Underlying().(*types.Signature); isSignature {
		c.Own = append(c.Own, o.Name())
	}
}
