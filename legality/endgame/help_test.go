package endgame

import (
	"context"
	"flag"
	"testing"

	"chesscensus/internal/testing/testkit"
)

var long = flag.Bool("long", false, "run the tests that take minutes")

// mustMaterial returns the material with the name.
func mustMaterial(t testing.TB, name string) Material {
	t.Helper()
	return testkit.Must(ParseMaterial(name))(t)
}

// mustEnumerate returns the table of a material.
func mustEnumerate(t testing.TB, name string, opt Options) *Table {
	t.Helper()
	return testkit.Must(Enumerate(context.Background(), mustMaterial(t, name), opt))(t)
}
