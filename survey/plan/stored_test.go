package plan

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestStoredPlans reads the plans of two stored records: hash and numbers of draws are those of every shard in the manifest. So later fields have
// not changed the meaning of these plans.
func TestStoredPlans(t *testing.T) {
	for _, folder := range []string{"records/first", "records/unpromoted"} {
		dir := filepath.Join("..", "..", folder)
		text := testkit.Must(os.ReadFile(filepath.Join(dir, FileName)))(t)
		p, err := Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", folder, err)
		}
		if !bytes.Equal(p.Append(nil), text) {
			t.Errorf("%s: the plan is written in another form than it was stored in", folder)
		}
		manifest := testkit.Must(os.ReadFile(filepath.Join(dir, "manifest.jsonl")))(t)
		lines := bufio.NewScanner(bytes.NewReader(manifest))
		numShards := 0
		for ; lines.Scan(); numShards++ {
			var e struct {
				Shard int
				Plan  string
				Draws uint64
			}
			testkit.OK(t, json.Unmarshal(lines.Bytes(), &e))
			draws := uint64(0)
			for h := range p.Strata {
				_, n := p.Span(h, e.Shard)
				draws += n
			}
			if e.Plan != p.Hash() || e.Draws != draws {
				t.Errorf("%s: shard %d was made by plan %s with %d draws, this one is %s with %d", folder, e.Shard, e.Plan, e.Draws, p.Hash(), draws)
			}
		}
		if numShards == 0 || p.Classes != "" || !p.CountsDiagrams() {
			t.Errorf("%s: %d shards, classes %q, diagrams %v", folder, numShards, p.Classes, p.CountsDiagrams())
		}
	}
}

// classPlan returns a valid plan with three classes.
func classPlan() *Plan {
	p := smallPlan()
	p.Classes = "by hand"
	for h := range p.Strata {
		p.Strata[h].Fractions, p.Strata[h].Classes = p.Strata[h].Fractions[:1], []float64{0.1, 0.2, 1}
	}
	return p
}

// TestHashSeesEveryLeaf changes every value of a plan, one by one: the hash changes.
func TestHashSeesEveryLeaf(t *testing.T) {
	hashes := map[string]string{classPlan().Hash(): "nothing"}
	count := 0
	for ; ; count++ {
		p := classPlan()
		left, path := count, ""
		if !changeLeaf(reflect.ValueOf(p).Elem(), &left, "", &path) {
			break
		}
		if other, twice := hashes[p.Hash()]; twice {
			t.Errorf("a change of %s has the hash of a change of %s", path, other)
		}
		hashes[p.Hash()] = path
	}
	if count < 40 {
		t.Errorf("only %d values", count)
	}
}

// changeLeaf changes the value after left others, sets path to its path, and reports whether there is such a value.
func changeLeaf(v reflect.Value, left *int, prefix string, path *string) bool {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if changeLeaf(v.Field(i), left, prefix+"."+v.Type().Field(i).Name, path) {
				return true
			}
		}
		return false
	case reflect.Slice:
		for i := range v.Len() {
			if changeLeaf(v.Index(i), left, fmt.Sprintf("%s[%d]", prefix, i), path) {
				return true
			}
		}
		return false
	}
	if *left--; *left >= 0 {
		return false
	}
	*path = prefix
	switch v.Kind() {
	case reflect.String:
		v.SetString(v.String() + "7")
	case reflect.Int, reflect.Int64:
		v.SetInt(v.Int() + 1)
	case reflect.Uint64:
		v.SetUint(v.Uint() ^ 1)
	case reflect.Float64:
		v.SetFloat(2*v.Float() + 1)
	case reflect.Bool:
		v.SetBool(!v.Bool())
	default:
		panic("a plan has no such values: " + v.Kind().String())
	}
	return true
}

// TestClassesAreNamed edits the classes of a plan: the error names the field and the expected value.
func TestClassesAreNamed(t *testing.T) {
	p, err := Parse(classPlan().Append(nil))
	if err != nil || !reflect.DeepEqual(p, classPlan()) {
		t.Fatalf("%v: comes back as %+v", err, p)
	}
	for _, c := range []struct {
		want string
		edit func(*Plan)
	}{
		{"plan: strata[0].fractions: found 1, want 2: one for each phase but the first", func(p *Plan) { p.Classes = "" }},
		{"plan: strata[0].fractions: found 2, want 1: one for each phase but the first and the last, which has classes",
			func(p *Plan) { p.Strata[0].Fractions = []float64{1, 1} }},
		{"plan: strata[1].classes: found 3, want none in a plan that names no classes", func(p *Plan) {
			p.Classes, p.Strata[0] = "", smallPlan().Strata[0]
			p.Strata[1].Fractions = []float64{1, 1}
		}},
		{"plan: strata[1].classes: found 2, want 1 to 32, in all strata as many", func(p *Plan) { p.Strata[1].Classes = []float64{1, 1} }},
		{"plan: strata[0].classes: found 0, want 1 to 32, in all strata as many", func(p *Plan) { p.Strata[0].Classes = nil }},
		{"plan: strata[0].classes: found 33, want 1 to 32, in all strata as many", func(p *Plan) { p.Strata[0].Classes = make([]float64, 33) }},
		{"plan: strata[1].classes[2]: found 1.5, want a share from 0 to 1", func(p *Plan) { p.Strata[1].Classes = []float64{0, 1, 1.5} }},
		{`plan: classes: found "by hand", want none in a plan of one phase: they divide what a phase leaves`, func(p *Plan) { p.Phases = p.Phases[:1] }},
	} {
		p := classPlan()
		c.edit(p)
		if _, err := Parse(p.Append(nil)); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// TestCountsDiagrams: a plan counts diagrams if one stratum has a share of them.
func TestCountsDiagrams(t *testing.T) {
	p := smallPlan()
	if !p.CountsDiagrams() || p.Strata[1].Diagrams != 0 {
		t.Error("a plan with diagrams in one stratum counts none")
	}
	if p.Strata[0].Diagrams = 0; p.CountsDiagrams() {
		t.Error("a plan without diagrams counts some")
	}
}

// TestSizesOfValidPlans: sizes beyond 64 bits are exact; those of an invalid plan panic.
func TestSizesOfValidPlans(t *testing.T) {
	p := smallPlan()
	p.Size = strings.Repeat("9", 60)
	p.Strata = []Stratum{{"a", strings.Repeat("9", 59) + "8", 2, []float64{1, 1}, 1, nil}, {"b", "1", 2, []float64{1, 1}, 1, nil}}
	if err := p.Validate(); err != nil || p.N().String() != p.Size || p.Strata[0].N().String() != p.Strata[0].Size || p.Draws() != 4 {
		t.Errorf("%v: size %v, first stratum %v", err, p.N(), p.Strata[0].N())
	}
	defer func() {
		if recover() == nil {
			t.Error("the size of a plan that is not valid: no panic")
		}
	}()
	p.Size = "nine"
	p.N()
}
