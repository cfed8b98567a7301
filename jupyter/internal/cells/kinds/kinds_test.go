package kinds

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/jupyter/internal/cells/lookup"
)

// typesOf checks a program and returns the types of its variables by name.
func typesOf(t *testing.T, src string) map[string]types.Type {
	t.Helper()
	goTool := testkit.Must(exec.LookPath("go"))(t)
	fset := token.NewFileSet()
	file := testkit.Must(parser.ParseFile(fset, "", src, 0))(t)
	conf := types.Config{Importer: &lookup.Packages{Dir: filepath.Join("..", "..", "..", ".."), Go: goTool, Env: os.Environ()}}
	pkg := testkit.Must(conf.Check(Main, fset, []*ast.File{file}, nil))(t)
	all := make(map[string]types.Type)
	for _, name := range pkg.Scope().Names() {
		if v, ok := pkg.Scope().Lookup(name).(*types.Var); ok {
			all[name] = v.Type()
		}
	}
	return all
}

// variables is a program with variables of many types.
const variables = `package main

import (
	"errors"
	"time"

	"github.com/go-gota/gota/dataframe"
)

type tree struct {
	kids []*tree
	name string
}

type loop []loop

type holder struct{ f func() }

type alias = []tree

var (
	number   int
	text     string
	list     []map[string][3]float64
	forest   *tree
	endless  loop
	when     time.Time
	wait     time.Duration
	problem  error
	other    alias
	anything any
	stringer interface{ String() string }
	function func()
	hidden   holder
	channel  chan int
	channels []chan int
	byName   map[string]chan int
	timer    *time.Timer
	address  uintptr
	frame    dataframe.DataFrame
	frames   []dataframe.DataFrame
	err2     = errors.New("x")
	local    = func() any { type inner struct{}; return inner{} }
)
`

// TestStorable checks which types are storable and the reasons why others are not.
func TestStorable(t *testing.T) {
	testkit.Medium(t)
	all := typesOf(t, variables)
	for name, want := range map[string]string{
		"number": "", "text": "", "list": "", "forest": "", "endless": "", "when": "", "wait": "", "problem": "", "other": "", "err2": "", "frame": "", "frames": "a value that holds an interface",
		"anything": "an interface", "stringer": "an interface", "function": "a function", "hidden": "a value that holds a function", "channel": "a channel",
		"channels": "a value that holds a channel", "timer": "a value that holds a channel", "address": "a resource of its process",
	} {
		if ok, why := Storable(all[name]); ok != (want == "") || why != want {
			t.Errorf("%s %s: %v, %q; want %q", name, all[name], ok, why, want)
		}
	}
	for name, want := range map[string]bool{"channel": true, "channels": true, "byName": true, "number": false, "endless": false, "hidden": false} {
		if got := IsChannel(all[name]); got != want {
			t.Errorf("IsChannel(%s) = %v, want %v", name, got, want)
		}
	}
}

// TestNameable checks which types another cell can write.
func TestNameable(t *testing.T) {
	testkit.Medium(t)
	all := typesOf(t, variables)
	for name, want := range map[string]bool{
		"number": true, "list": true, "forest": true, "when": true, "problem": true, "other": true, "anything": true,
		"function": true, "channel": true, "stringer": false,
	} {
		if got := Nameable(all[name]); got != want {
			t.Errorf("Nameable(%s %s) = %v, want %v", name, all[name], got, want)
		}
	}
	foreign := types.NewPackage("example.com/p", "p")
	for name, want := range map[string]bool{"Exported": true, "hidden": false} {
		named := types.NewNamed(types.NewTypeName(0, foreign, name, nil), types.Typ[types.Int], nil)
		for _, typ := range []types.Type{named, types.NewPointer(named), types.NewSlice(named), types.NewMap(types.Typ[types.Int], named), types.NewArray(named, 2), types.NewChan(types.SendRecv, named)} {
			if Nameable(typ) != want {
				t.Errorf("Nameable(%s) = %v", typ, !want)
			}
		}
	}
}
