package judging

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality/verdict"
	"chesscensus/survey/filter"
)

// TestAsked: what a worker is told makes the request that told it.
func TestAsked(t *testing.T) {
	r := &request{app: new(cli.App), effort: "game", by: "engine", nodes: 5, passes: 2}
	r.Options.Games.Seed, r.Options.Games.RandomKernel, r.Kernels, r.Retry, r.verbose, r.certify = 9, true, true, true, true, true
	r.style.SAN = true
	if err := r.check(false, false); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r.asked())
	if err != nil {
		t.Fatal(err)
	}
	var o asked
	if err := cli.ParseJSON(text, &o); err != nil {
		t.Fatal(err)
	}
	got, err := o.request()
	if err != nil || !reflect.DeepEqual(got.Options, r.Options) || got.asked() != r.asked() {
		t.Errorf("%v: %+v, want %+v", err, got.asked(), r.asked())
	}
	r.effort, r.passes = verdict.Exhaustive.String(), 3
	if err := r.check(false, true); err != nil || r.Options.Passes != 3 {
		t.Fatal(err)
	}
	o = r.asked()
	if got, err := o.request(); err != nil || got.Options.Passes != 3 {
		t.Errorf("%v, %+v", err, got)
	}
}

// TestOptionsOfStrangers that make no sense are refused in words, before any line is judged.
func TestOptionsOfStrangers(t *testing.T) {
	for text, want := range map[string]string{
		``: "EOF", `[]`: "cannot unmarshal", `{"effort":"game","passes":1}x`: "behind its end", `{"output":"/etc/passwd"}`: "unknown field", `{"effort":"mad","passes":1}`: "mad",
		`{"effort":"game","passes":0}`: "--passes 0", `{"effort":"game","passes":1,"nodes":-1}`: "--nodes -1", `{"effort":"game","passes":1,"json":true,"program":"old"}`: `records of "old"`,
		`{"effort":"exhaustive","passes":1000000}`: "passes",
	} {
		if _, err := answering([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// TestAnsweringStops: what was broken off is no answer.
func TestAnsweringStops(t *testing.T) {
	f, err := answering([]byte(`{"effort":"static","passes":1}`))
	if err != nil {
		t.Fatal(err)
	}
	chunk := &filter.Chunk{First: 4, Text: []byte("k6P/8/8/8/8/8/8/7K w - -\nno position")}
	a, err := f(context.Background(), chunk)
	if err != nil || !strings.Contains(string(a.Out), "illegal: ") || len(a.Bad) != 1 || a.Bad[0].Line != 5 {
		t.Errorf("%v, %+v", err, a)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := f(ctx, chunk); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
}

// FuzzOptions wants an error or a judge.
func FuzzOptions(f *testing.F) {
	f.Add([]byte(`{"effort":"game","nodes":1,"passes":1,"seed":1,"random_kernel":true,"kernels":true,"retry":true,"verbose":true,"json":false,"program":"","certify":true,"style":{"SAN":true,"Numbered":false}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var o asked
		if cli.ParseJSON(text, &o) == nil {
			if r, err := o.request(); err == nil && (r.passes < 1 || r.passes > verdict.MaxPass || r.nodes < 0) {
				t.Errorf("%s: %+v", text, o)
			}
		}
	})
}
