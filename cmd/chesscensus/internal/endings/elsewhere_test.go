package endings

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/endgame/proof"
	"chesscensus/survey/filter"
)

// TestOptionsOfStrangers that make no sense, or want much memory, are refused in words.
func TestOptionsOfStrangers(t *testing.T) {
	for text, want := range map[string]string{
		``: "EOF", `{"certificate":"/etc"}`: "unknown field", `{"reading":"both","memory":9999}`: "at most 2048", `{"reading":"both","memory":0}`: "--memory 0", `{"reading":"sideways","memory":1}`: "--reading",
		`{"reading":"both","memory":1,"lookback":99}`: "--lookback 99", `{"reading":"both","memory":1,"json":true,"tsv":true}`: "records of", `{"reading":"both","memory":1,"examples":-1}`: "--examples",
		`{"reading":"both","memory":1,"prove":true,"tsv":true}`: "proofs as records", `{"refute":true,"memory":1}`: "something besides",
	} {
		if _, err := answers([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// seconds are the times that a proof says its steps took.
var seconds = regexp.MustCompile(`[0-9]+\.[0-9]{2} s\b`)

// TestProofsForOthers: a theorem is proven as at the command line, but for the times, and what has none is named.
func TestProofsForOthers(t *testing.T) {
	testkit.Long(t)
	f, err := answers([]byte(`{"reading":"both","lookback":2,"memory":512,"prove":true,"seed":1}`))
	if err != nil {
		t.Fatal(err)
	}
	a, err := f(context.Background(), &filter.Chunk{First: 1, Text: []byte("0 KQK\n1 KPK")})
	if err != nil || len(a.Bad) != 1 || !strings.Contains(string(a.Bad[0].Text), "pawns cannot move back") {
		t.Fatalf("%v, %+v", err, a)
	}
	if status, out, errs := invoke("", "endgame", "--prove", "KQK"); status != 0 || seconds.ReplaceAllString(string(a.Out), "") != seconds.ReplaceAllString(out, "") || !strings.HasSuffix(out, "\nproven\n") {
		t.Errorf("status %d, errors %s: for others\n%s\nat the command line\n%s", status, errs, a.Out, out)
	}
}

// TestCasesForOthers: a case that does not exist, and a question that is none, get no answer.
func TestCasesForOthers(t *testing.T) {
	f, err := answers([]byte(`{"refute":true}`))
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{"0 KRK white": "2 words", "0 KPK white 00": "pawns cannot", "0": "0 words", "0 KRK white 00": "another program"} {
		a, err := f(context.Background(), &filter.Chunk{First: 1, Text: []byte(line)})
		if err != nil || len(a.Out) > 0 || len(a.Bad) != 1 || !strings.Contains(string(a.Bad[0].Text), want) {
			t.Errorf("%q: %v, %+v, want %q", line, err, a, want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := f(ctx, &filter.Chunk{First: 1, Text: []byte("0 KRK")}); err == nil {
		t.Error("no error of a context that is done")
	}
}

// TestAnswersAboutMaterials: all but the first begin with an empty line, as at the command line; what is none has no answer.
func TestAnswersAboutMaterials(t *testing.T) {
	f, err := answers([]byte(`{"reading":"within","memory":64}`))
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, line := range []string{"0 KRK", "1 KBK", "2 KXK"} {
		a, err := f(context.Background(), &filter.Chunk{First: 1, Text: []byte(line)})
		if err != nil || (len(a.Bad) > 0) != (line == "2 KXK") {
			t.Errorf("%s: %v, %+v", line, err, a)
		}
		got += string(a.Out)
	}
	if !strings.Contains(got, "\n\nKBK: ") || !strings.HasPrefix(got, "KRK: ") {
		t.Errorf("answers\n%s", got)
	}
}

// TestQuestionsForOthers: a worker answers questions of proofs as this program does, and says of others what is wrong with them.
func TestQuestionsForOthers(t *testing.T) {
	f, err := answers([]byte(`{"reading":"both","lookback":2,"memory":512,"prove":true,"parts":true,"seed":1}`))
	if err != nil {
		t.Fatal(err)
	}
	lines := `{"material":"KQK","assertion":1,"turn":0,"part":3}` + "\n" + `{"material":"KQK","assertion":1,"turn":9,"part":3}` + "\n" + `{"material":"KQK","part":3,"file":"/etc"}`
	a, err := f(context.Background(), &filter.Chunk{First: 1, Text: []byte(lines)})
	if err != nil || len(a.Bad) != 2 || !strings.Contains(string(a.Bad[0].Text), "side to move 9") || !strings.Contains(string(a.Bad[1].Text), "unknown field") {
		t.Fatalf("%v, %+v", err, a)
	}
	e := &endgameRun{app: &cli.App{Err: io.Discard, Workers: 2}}
	parts, err := e.ask(context.Background(), []proof.Question{{Material: "KQK", Assertion: 1, Part: 3}, {Material: "KQK", Assertion: 1, Part: 4}})
	if err != nil || len(parts) != 2 {
		t.Fatal(parts, err)
	}
	want, err := json.Marshal(parts[0])
	if got := strings.TrimSpace(string(a.Out)); err != nil || got != string(want) || parts[0].Calls == 0 {
		t.Errorf("for others %s, here %s; %v", got, want, err)
	}
	if _, err := e.ask(context.Background(), []proof.Question{{Material: "KPK"}}); err == nil || !strings.Contains(err.Error(), "pawns cannot move back") {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.ask(ctx, []proof.Question{{Material: "KQK", Assertion: 1}}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
