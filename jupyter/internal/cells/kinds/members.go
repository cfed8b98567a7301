package kinds

import "go/types"

// Fields adds to the set the fields of a struct that a cell can name.
func Fields(s *types.Struct, set map[string]bool) {
	for f := range s.Fields() {
		if f.Exported() || f.Pkg() != nil && f.Pkg().Path() == Main {
			set[f.Name()] = true
		}
	}
}

// Members adds to the set the fields and methods of a type, those of embedded fields included. Of other packages
// only exported ones are added.
func Members(t types.Type, set map[string]bool) {
	add := func(o types.Object) {
		if o.Exported() || o.Pkg() != nil && o.Pkg().Path() == Main {
			set[o.Name()] = true
		}
	}
	receiver := t
	if _, pointer := t.Underlying().(*types.Pointer); !pointer && !types.IsInterface(t) {
		receiver = types.NewPointer(t)
	}
	methods := types.NewMethodSet(receiver)
	for i := range methods.Len() {
		add(methods.At(i).Obj())
	}
	seen := make(map[*types.Struct]bool)
	var fields func(t types.Type)
	fields = func(t types.Type) {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		s, ok := t.Underlying().(*types.Struct)
		if !ok || seen[s] {
			return
		}
		seen[s] = true
		for i := range s.NumFields() {
			add(s.Field(i))
			if s.Field(i).Embedded() {
				fields(s.Field(i).Type())
			}
		}
	}
	fields(t)
}

// Unalias returns a type without aliases, such as *census.Game for *chess.Game: a later cell then imports the smaller package.
func Unalias(t types.Type) types.Type {
	switch u := t.(type) {
	case *types.Alias:
		return Unalias(types.Unalias(u))
	case *types.Pointer:
		return types.NewPointer(Unalias(u.Elem()))
	case *types.Slice:
		return types.NewSlice(Unalias(u.Elem()))
	case *types.Array:
		return types.NewArray(Unalias(u.Elem()), u.Len())
	case *types.Map:
		return types.NewMap(Unalias(u.Key()), Unalias(u.Elem()))
	}
	return t
}
