package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"chesscensus/survey/campaign"
	"chesscensus/survey/filter"
	"chesscensus/survey/plan"
	"chesscensus/survey/record"
)

// anOrder returns an order of the plan of the second edition, and its plan.
func anOrder(t testing.TB) (*Order, *plan.Plan) {
	t.Helper()
	text, err := os.ReadFile("../../../../records/second/plan.json")
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return &Order{Format: Format, Hash: p.Hash(), Text: p.Append(nil), Origin: record.Origin{Engine: 4, Commit: "b76b8f2"}, AckWait: 30, Limit: 3600, Tries: 10,
		Tables: []Table{{"kernel-6-8-2.tables", strings.Repeat("0a", 32), 2889833}}}, p
}

// aResult returns a result with a part of every kind: full, empty and nil.
func aResult() *Result {
	return &Result{campaign.Result{Shard: 17, Data: []byte("tallies"), Kept: nil, Open: []byte{}, Reached: []byte("list"), Draws: 5, Judged: []uint64{5, 2}, CPU: []float64{0.5, 1},
		StrataCPU: [][]float64{{0.5, 1}}, StrataJudged: [][]uint64{{5, 2}}}, strings.Repeat("0f", 16), "worker-1", "devel"}
}

func TestOrderRoundTrip(t *testing.T) {
	o, p := anOrder(t)
	got, gotPlan, err := ParseOrder(o.Append(nil))
	if err != nil {
		t.Fatal(err)
	}
	if gotPlan.Hash() != p.Hash() || got.Hash != o.Hash || !reflect.DeepEqual(got.Tables, o.Tables) || got.Origin != o.Origin || got.Wait() != o.Wait() || got.Longest() != o.Longest() {
		t.Errorf("%+v, want %+v", got, o)
	}
}

// TestOrdersThatCannotBe are refused with the reason.
func TestOrdersThatCannotBe(t *testing.T) {
	for want, edit := range map[string]func(*Order){
		"protocol 3":           func(o *Order) { o.Format = 3 },
		"engine 0":             func(o *Order) { o.Origin.Engine = 0 },
		"times of 0":           func(o *Order) { o.AckWait = 0 },
		"and 1e+10 s":          func(o *Order) { o.Limit = 1e10 },
		"0 tries":              func(o *Order) { o.Tries = 0 },
		"9 tables":             func(o *Order) { o.Tables = make([]Table, 9) },
		`table "../x"`:         func(o *Order) { o.Tables[0].Name = "../x" },
		`table "/etc/x"`:       func(o *Order) { o.Tables[0].Name = "/etc/x" },
		`table ".."`:           func(o *Order) { o.Tables[0].Name = ".." },
		"of 1099511627776 byt": func(o *Order) { o.Tables[0].Bytes = 1 << 40 },
		"want \"00\"":          func(o *Order) { o.Hash = "00" },
		"plan: shards":         func(o *Order) { o.Text = bytes.Replace(o.Text, []byte(`"shards": 120`), []byte(`"shards": 1e9`), 1) },
		"plan: format":         func(o *Order) { o.Text = []byte("{}") },
	} {
		o, _ := anOrder(t)
		edit(o)
		if _, _, err := ParseOrder(o.Append(nil)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, _, err := ParseOrder(make([]byte, MaxOrder+1)); err == nil || !strings.Contains(err.Error(), "at most") {
		t.Errorf("too long: %v", err)
	}
}

func TestTasksAndStates(t *testing.T) {
	task := Task{Shard: 7, Keep: true, Check: true, Not: "a_b-C3"}
	lines := Task{Shard: 1 << 20, Chunk: &filter.Chunk{First: 9, Text: []byte("a\xff\nb"), Long: []int{1}}}
	for _, task := range []Task{task, lines} {
		if got, err := ParseTask(task.Append(nil)); err != nil || !reflect.DeepEqual(got, task) {
			t.Errorf("%+v, %v", got, err)
		}
	}
	for _, text := range []string{"", "{", "[]", `{"shard":-1}`, `{"shard":100000}`, `{"shard":1,"not":"a.b"}`, `{"shard":1}x`, `{"shard":1,"run":"rm"}`, `{"shard":1.5}`,
		`{"shard":1,"chunk":{"first":0}}`, `{"shard":1,"chunk":{"first":1,"long":[-1]}}`, `{"shard":1,"keep":true,"chunk":{"first":1}}`, `{"shard":1,"chunk":{"first":1,"file":"x"}}`} {
		if got, err := ParseTask([]byte(text)); err == nil || got != (Task{}) {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	state := State{Name: "w", Build: "devel", Slots: 2, Shards: []int{3}, Done: 9}
	if got, err := ParseState(state.Append(nil)); err != nil || !reflect.DeepEqual(got, state) {
		t.Errorf("%+v, %v", got, err)
	}
	for _, edit := range []func(*State){func(s *State) { s.Name = "*" }, func(s *State) { s.Slots = 0 }, func(s *State) { s.Slots = 1 << 20 },
		func(s *State) { s.Shards = []int{1, 2, 3} }, func(s *State) { s.Done = -1 }, func(s *State) { s.Build = strings.Repeat("x", 300) }} {
		bad := state
		edit(&bad)
		if _, err := ParseState(bad.Append(nil)); err == nil {
			t.Errorf("%+v is read", bad)
		}
	}
}

func TestResultRoundTrip(t *testing.T) {
	r := aResult()
	got, err := ParseResult(r.Append(nil))
	if err != nil || !reflect.DeepEqual(got, r) {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestSum: what depends on who does a shard is not under its sum; everything else is.
func TestSum(t *testing.T) {
	want := aResult().Sum()
	for name, c := range map[string]struct {
		edit func(*Result)
		same bool
	}{
		"worker":  {func(r *Result) { r.Worker = "other" }, true},
		"build":   {func(r *Result) { r.Build = "other" }, true},
		"times":   {func(r *Result) { r.CPU[0], r.StrataCPU[0][0] = 9, 9 }, true},
		"plan":    {func(r *Result) { r.Plan = strings.Repeat("0e", 16) }, false},
		"shard":   {func(r *Result) { r.Shard++ }, false},
		"draws":   {func(r *Result) { r.Draws++ }, false},
		"judged":  {func(r *Result) { r.Judged[1]++ }, false},
		"strata":  {func(r *Result) { r.StrataJudged[0][1]++ }, false},
		"tallies": {func(r *Result) { r.Data[0] ^= 1 }, false},
		"moved":   {func(r *Result) { r.Data, r.Reached = []byte("talliesl"), []byte("ist") }, false},
		"no list": {func(r *Result) { r.Open = nil }, false},
		"a list":  {func(r *Result) { r.Kept = []byte{} }, false},
	} {
		r := aResult()
		c.edit(r)
		if (r.Sum() == want) != c.same {
			t.Errorf("a change of %s: the same sum %v, want %v", name, !c.same, c.same)
		}
	}
}

// TestDamagedResults changes every byte of a result, cuts it everywhere, and adds to it. What is not found is without
// consequence: times, maker and build.
func TestDamagedResults(t *testing.T) {
	r := aResult()
	data := r.Append(nil)
	for i := range data {
		for _, bit := range []byte{1, 0x20, 0x80} {
			bad := bytes.Clone(data)
			bad[i] ^= bit
			if got, err := ParseResult(bad); err == nil && got.Sum() != r.Sum() {
				t.Fatalf("byte %d: %+v", i, got)
			}
		}
		if _, err := ParseResult(data[:i]); err == nil {
			t.Fatalf("cut to %d bytes", i)
		}
	}
	if _, err := ParseResult(append(bytes.Clone(data), 0)); err == nil {
		t.Error("a byte more is read")
	}
	data[len(data)-1] ^= 1
	if _, err := ParseResult(data); !errors.Is(err, ErrSum) {
		t.Errorf("%v, want %v", err, ErrSum)
	}
}

// TestForgedHeads claim what is not there.
func TestForgedHeads(t *testing.T) {
	forge := func(head string, parts string) []byte {
		data := binary.BigEndian.AppendUint32([]byte(resultMark), uint32(len(head)))
		return append(append(data, head...), parts...)
	}
	const rest = `"plan":"0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f","worker":"w","build":"","sum":"",`
	for want, data := range map[string][]byte{
		"begin with ccr1":      []byte("ccr0"),
		"a head of 4294967295": append([]byte(resultMark), 255, 255, 255, 255, '{'),
		"part 0 of 9":          forge(`{`+rest+`"sizes":[9,-1,-1,-1],"shard":{}}`, "12345678"),
		"part 1 of -2":         forge(`{`+rest+`"sizes":[0,-2,-1,-1],"shard":{}}`, ""),
		"part 0 of 0":          forge(`{`+rest+`"sizes":[0,-1,-1,-1],"shard":{"data":"aGVsbG8="}}`, ""),
		"1 bytes behind":       forge(`{`+rest+`"sizes":[0,-1,-1,-1],"shard":{}}`, "x"),
		"-1 s of processor":    forge(`{`+rest+`"sizes":[0,-1,-1,-1],"shard":{"cpu":[-1]}}`, ""),
		"shard -1":             forge(`{`+rest+`"sizes":[0,-1,-1,-1],"shard":{"shard":-1}}`, ""),
		"unknown field":        forge(`{`+rest+`"sizes":[0,-1,-1,-1],"shard":{"run":"rm"}}`, ""),
	} {
		if _, err := ParseResult(data); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestOrdersForLines come back, or are refused with the reason.
func TestOrdersForLines(t *testing.T) {
	order := func() *Order {
		return &Order{Format: Format, Hash: strings.Repeat("0f", 16), Origin: record.Origin{Engine: 6}, AckWait: 30, Limit: 60, Tries: 1, Work: &Work{"judge", []byte(`{"a":1}`)}}
	}
	if got, p, err := ParseOrder(order().Append(nil)); err != nil || p != nil || !reflect.DeepEqual(got, order()) {
		t.Errorf("%v, %v, %+v", err, p, got)
	}
	_, p := anOrder(t)
	for name, edit := range map[string]func(*Order){
		"a plan as well": func(o *Order) { o.Text = p.Append(nil) }, "a path": func(o *Order) { o.Work.Command = "/bin/sh" }, "no command": func(o *Order) { o.Work.Command = "" },
		"a hash": func(o *Order) { o.Hash = "x" }, "long options": func(o *Order) { o.Work.Options = []byte(`"` + strings.Repeat("x", MaxWork) + `"`) },
	} {
		o := order()
		edit(o)
		if _, _, err := ParseOrder(o.Append(nil)); err == nil || !strings.Contains(err.Error(), "wire: order: command") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// bulky says of an input that what is written of it may be longer than what is read at most: other spaces, other escapes.
func bulky(data []byte) bool { return len(data) > MaxWork/8 }

// FuzzOrder, FuzzTask, FuzzResult and FuzzState want an error or a message that comes back the same.
func FuzzOrder(f *testing.F) {
	o, _ := anOrder(f)
	f.Add(o.Append(nil))
	f.Add([]byte(`{"format":1,"plan":{},"origin":{"engine":1}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		o, p, err := ParseOrder(data)
		if err != nil || bulky(data) {
			return
		}
		again, _, err := ParseOrder(o.Append(nil))
		if err != nil || again.Hash != o.Hash || p != nil && again.Hash != p.Hash() {
			t.Fatalf("%v: %s", err, o.Append(nil))
		}
	})
}

func FuzzTask(f *testing.F) {
	f.Add([]byte(`{"shard":5,"keep":true,"check":true,"not":"w"}`))
	f.Add([]byte(`{"shard":5,"chunk":{"first":1,"text":"YQpi","long":[1]}}`))
	f.Add([]byte(`{"shard":5,"chunk":{"first":1,"text":"YQpi","long":[]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if task, err := ParseTask(data); err == nil {
			if again, err := ParseTask(task.Append(nil)); err != nil || !reflect.DeepEqual(again, task) {
				t.Fatalf("%v: %+v, %+v", err, task, again)
			}
		}
	})
}

func FuzzResult(f *testing.F) {
	f.Add(aResult().Append(nil))
	f.Add([]byte(resultMark))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := ParseResult(data)
		if err != nil || bulky(data) {
			return
		}
		again, err := ParseResult(r.Append(nil))
		if err != nil || again.Sum() != r.Sum() || fmt.Sprint(again.CPU) != fmt.Sprint(r.CPU) {
			t.Fatalf("%v: %+v", err, r)
		}
	})
}

func FuzzState(f *testing.F) {
	s := State{Name: "w", Slots: 2, Shards: []int{1}}
	f.Add(s.Append(nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		if s, err := ParseState(data); err == nil && !bulky(data) {
			if _, err := ParseState(s.Append(nil)); err != nil {
				t.Fatal(err)
			}
		}
	})
}
