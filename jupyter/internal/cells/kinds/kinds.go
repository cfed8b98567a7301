// Package kinds decides how the values of variables can be carried between the cells of a notebook. kinds.go says which types can be stored
// or named. changes.go and repeat.go find how a cell changes a variable after its definition, and which statements have to be repeated to
// remake the value; shares.go finds variables that share memory. values.go says which expressions may not be evaluated again, and form.go
// which types are shown in a rich form.
package kinds

import (
	"go/token"
	"go/types"
)

// Main is the import path of the program that a cell is, for the type checker.
const Main = "main"

// A container is a pointer, slice, array, map or channel.
type container interface{ Elem() types.Type }

// Storable reports whether internal/snapshot can write every value of type t,
// and another cell can name the type. If not, why is the reason in words.
func Storable(t types.Type) (ok bool, why string) {
	if IsFrame(t) {
		return true, ""
	}
	ok, why = (&storableCheck{}).storable(t)
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

// A storableCheck walks through a type. Types that it has seen, such as the outer ones of a recursive type, count as storable.
type storableCheck struct{ seen map[types.Type]bool }

// storable is [Storable] for a type or a part of one; the reason names the part alone.
func (c *storableCheck) storable(t types.Type) (bool, string) {
	if c.seen[t] {
		return true, ""
	}
	if c.seen == nil {
		c.seen = make(map[types.Type]bool)
	}
	c.seen[t] = true
	switch u := t.(type) {
	case *types.Alias:
		return c.storable(types.Unalias(t))
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
		return c.storable(u.Underlying())
	case *types.Basic:
		switch u.Kind() {
		case types.Uintptr, types.UnsafePointer:
			return false, "a resource of its process"
		case types.Invalid, types.UntypedNil:
			return false, "of no known type"
		}
		return true, ""
	case *types.Map:
		if ok, why := c.storable(u.Key()); !ok {
			return false, why
		}
		return c.storable(u.Elem())
	case *types.Struct:
		for i := range u.NumFields() {
			if ok, why := c.storable(u.Field(i).Type()); !ok {
				return false, why
			}
		}
		return true, ""
	case *types.Chan:
		return false, "a channel"
	case container:
		return c.storable(u.Elem())
	case *types.Signature:
		return false, "a function"
	case *types.Interface:
		return false, "an interface"
	}
	return false, "of an unusual type"
}

// Nameable reports whether a cell can write type t: the type must not contain
// an unexported type of another package, nor one that is declared inside main.
func Nameable(t types.Type) bool {
	switch u := t.(type) {
	case *types.Alias:
		return Nameable(types.Unalias(t))
	case *types.Named:
		pkg := u.Obj().Pkg()
		switch {
		case pkg == nil:
		case pkg.Path() == Main: // a type declared inside main has no name outside
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
	case container:
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

// tupleNameable reports whether all types of a parameter or result list are nameable.
func tupleNameable(t *types.Tuple) bool {
	for v := range t.Variables() {
		if !Nameable(v.Type()) {
			return false
		}
	}
	return true
}

// IsChannel reports whether t is a channel, or a list or map of channels, which cannot be remade.
func IsChannel(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Chan:
		return true
	case *types.Pointer:
		return false
	case container:
		_, ok := u.Elem().Underlying().(*types.Chan)
		return ok
	}
	return false
}
