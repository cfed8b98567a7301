package lookup

import "go/types"

// Owner returns the name of the type that has a method or field, "" for any other object.
func Owner(o types.Object) string {
	if f, ok := o.(*types.Func); ok {
		if receiver := f.Signature().Recv(); receiver != nil {
			t := receiver.Type()
			if p, ok := t.(*types.Pointer); ok {
				t = p.Elem()
			}
			if named, ok := t.(*types.Named); ok {
				return named.Obj().Name()
			}
		}
		return ""
	}
	v, ok := o.(*types.Var)
	if !ok || !v.IsField() {
		return ""
	}
	scope := o.Pkg().Scope()
	for _, name := range scope.Names() {
		t, ok := scope.Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		if s, ok := t.Type().Underlying().(*types.Struct); ok {
			for f := range s.Fields() {
				if f == v || f.Origin() == v.Origin() {
					return name
				}
			}
		}
	}
	return ""
}
