// Package kinds says what can become of the values of variables between the cells of a notebook: of their types, and (changes.go, again.go)
// what a cell does to a variable beside defining it, and which of its statements have to be done again to have the value once more; and
// (values.go) which expressions may not be evaluated again, or are shown otherwise.
package kinds

import (
	"go/token"
	"go/types"
)

// Main is the import path of the program that a cell is, for the type checker.
const Main = "main"

// composed are pointers, lists, maps and channels.
type composed interface{ Elem() types.Type }

// Storable reports whether values of type t can be written by internal/snapshot,
// whatever they are, and their type named in another cell. If not, it says why.
func Storable(t types.Type) (ok bool, why string) {
	if IsFrame(t) {
		return true, ""
	}
	ok, why = (&inspection{}).storable(t)
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Struct, *types.Slice, *types.Array, *types.Map:
		if !ok {
			why = "a value that holds " + why
		}
	}
	return ok, why
}

// IsFrame reports whether t is a data frame of gota, which package jupyter/forms/frames stores.
func IsFrame(t types.Type) bool {
	u, ok := types.Unalias(t).(*types.Named)
	return ok && u.Obj().Name() == "DataFrame" && u.Obj().Pkg() != nil && u.Obj().Pkg().Path() == "github.com/go-gota/gota/dataframe"
}

type inspection struct{ seen map[types.Type]bool }

func (in *inspection) storable(t types.Type) (bool, string) {
	if in.seen[t] {
		return true, ""
	}
	if in.seen == nil {
		in.seen = make(map[types.Type]bool)
	}
	in.seen[t] = true
	switch u := t.(type) {
	case *types.Alias:
		return in.storable(types.Unalias(t))
	case *types.Named:
		if u.Obj().Pkg() == nil { // error, comparable
			if u.Obj().Name() == "error" {
				return true, ""
			}
			return false, "an interface"
		}
		if u.Obj().Pkg().Path() == "time" && u.Obj().Name() == "Time" {
			return true, ""
		}
		return in.storable(u.Underlying())
	case *types.Basic:
		switch u.Kind() {
		case types.Uintptr, types.UnsafePointer:
			return false, "a resource of its process"
		case types.Invalid, types.UntypedNil:
			return false, "of no known type"
		}
		return true, ""
	case *types.Map:
		if ok, why := in.storable(u.Key()); !ok {
			return false, why
		}
		return in.storable(u.Elem())
	case *types.Struct:
		for i := range u.NumFields() {
			if ok, why := in.storable(u.Field(i).Type()); !ok {
				return false, why
			}
		}
		return true, ""
	case *types.Chan:
		return false, "a channel"
	case composed:
		return in.storable(u.Elem())
	case *types.Signature:
		return false, "a function"
	case *types.Interface:
		return false, "an interface"
	}
	return false, "of an unusual type"
}

// Nameable reports whether t can be written down in a cell: it must not rest on
// an unexported type of another package.
func Nameable(t types.Type) bool {
	switch u := t.(type) {
	case *types.Alias:
		return Nameable(types.Unalias(t))
	case *types.Named:
		pkg := u.Obj().Pkg()
		switch {
		case pkg == nil:
		case pkg.Path() == Main: // a type made inside main has no name outside
			if u.Obj().Parent() != pkg.Scope() {
				return false
			}
		case !token.IsExported(u.Obj().Name()):
			return false
		}
		for a := range u.TypeArgs().Types() {
			if !Nameable(a) {
				return false
			}
		}
		return true
	case *types.Map:
		return Nameable(u.Key()) && Nameable(u.Elem())
	case composed:
		return Nameable(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !Nameable(f.Type()) {
				return false
			}
		}
		return true
	case *types.Signature:
		return tupleNameable(u.Params()) && tupleNameable(u.Results())
	case *types.Interface:
		return u.NumEmbeddeds() == 0 && u.NumMethods() == 0
	}
	_, basic := t.(*types.Basic)
	return basic
}

func tupleNameable(t *types.Tuple) bool {
	for v := range t.Variables() {
		if !Nameable(v.Type()) {
			return false
		}
	}
	return true
}

// IsChannel reports whether t is a channel, or a list or map of channels, which
// nothing can make again.
func IsChannel(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Chan:
		return true
	case *types.Pointer:
		return false
	case composed:
		_, ok := u.Elem().Underlying().(*types.Chan)
		return ok
	}
	return false
}
