package stats

import (
	"encoding/json"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"chesscensus/internal/testing/testkit"
)

// TestTallyJSONRoundTrip stores random tallies and reads them, which must give equal ones.
func TestTallyJSONRoundTrip(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tally := tallyOf(rapid.SliceOfN(genDraw(), 0, 60).Draw(rt, "draws"))
		data := testkit.Must(json.Marshal(tally))(rt)
		var again Tally
		if err := json.Unmarshal(data, &again); err != nil || !again.Equal(tally) {
			rt.Fatalf("%s: %v", data, err)
		}
	})
}

// TestTallyJSONIsStable compares the stored form of a tally with text, since stored tallies must stay readable.
func TestTallyJSONIsStable(t *testing.T) {
	tally := FromCounts(10000, counts10K)
	tally.AddCount(Open, 2, 300, 7)
	data, _ := json.Marshal(&tally)
	want := `{"draws":10007,"in":[[1,1,516],[1,2,19],[1,3,2],[1,4,1]],"open":[[2,300,7]]}`
	if string(data) != want {
		t.Errorf("got %s, want %s", data, want)
	}
}

// TestTallyRejectsImpossibleJSON reads texts that are no tally. Each must be an error, which wraps errTally if only the counts are
// impossible, and must leave the tally as it was.
func TestTallyRejectsImpossibleJSON(t *testing.T) {
	for name, c := range map[string]struct {
		text       string
		impossible bool
	}{
		"more hits than draws": {`{"draws":10,"in":[[1,1,8]],"open":[[1,1,3]]}`, true},
		"sum overflows":        {`{"draws":10,"in":[[1,1,18446744073709551615],[1,2,11]]}`, true},
		"mult 0":               {`{"draws":10,"in":[[1,0,8]]}`, true},
		"count 0":              {`{"draws":10,"in":[[1,1,0]]}`, true},
		"cell twice":           {`{"draws":10,"in":[[1,1,1],[1,1,1]]}`, true},
		"too many draws":       {`{"draws":9007199254740992}`, true},
		"short cell":           {`{"draws":10,"in":[[1,8]]}`, true}, // read as mult 8, count 0
		"negative":             {`{"draws":-1}`, false},
		"fraction":             {`{"draws":1.5}`, false},
		"beyond 64 bits":       {`{"draws":18446744073709551616}`, false},
		"unknown field":        {`{"draws":1,"hits":1}`, false},
		"not an object":        {`[1,2]`, false},
		"empty":                {``, false},
		"trailing":             {`{"draws":1} {"draws":2}`, false},
	} {
		tally := FromCounts(3, []uint64{0, 1})
		err := json.Unmarshal([]byte(c.text), &tally)
		if err == nil || errors.Is(err, errTally) != c.impossible {
			t.Errorf("%s: error %v; want one, wrapping errTally: %v", name, err, c.impossible)
		}
		if tally.Draws() != 3 || tally.InCount() != 1 {
			t.Errorf("%s: tally changed by a failed read", name)
		}
	}
	testkit.FailsWith(t, new(Tally).UnmarshalJSON([]byte(`{"draws":1} {"draws":2}`)), "", "direct call accepts text after the value")
}

// TestMethodTextRoundTrip writes and reads the names of all methods. Other numbers and names must be errors.
func TestMethodTextRoundTrip(t *testing.T) {
	for m := Auto; m <= Chernoff; m++ {
		text, err := m.MarshalText()
		var again Method
		if err != nil || again.UnmarshalText(text) != nil || again != m {
			t.Errorf("%v: text %q, error %v", m, text, err)
		}
	}
	if _, err := Method(9).MarshalText(); err == nil || Method(9).String() != "Method(9)" {
		t.Error("method 9 has a name")
	}
	testkit.Fails(parseMethod("bayes"))(t, "", "bayes is a method")
	if In.String() != "in" || Outcome(7).String() != "Outcome(7)" {
		t.Errorf("outcomes print as %v and %v, want in and Outcome(7)", In, Outcome(7))
	}
}

// TestResultRejectsBadJSON reads texts that are no result, and stores the zero result.
func TestResultRejectsBadJSON(t *testing.T) {
	var r Result
	for _, text := range []string{`{"size":"12x"}`, `{"size":""}`, `{"size":5}`, `{"low":{"method":"no"},"size":"1"}`, `{"x":1}`} {
		testkit.FailsWith(t, json.Unmarshal([]byte(text), &r), "", text)
	}
	if data, err := json.Marshal(Result{}); err != nil {
		t.Errorf("zero result: %s, %v", data, err)
	}
}

// FuzzTallyJSON checks that any text is either refused or gives a tally that is the same when stored and read again, is
// estimated without a panic, and has no more hits than draws. The same text is tried as a histogram and as a table.
func FuzzTallyJSON(f *testing.F) {
	f.Add([]byte(`{"draws":10007,"in":[[1,1,516],[1,2,19]],"open":[[2,300,7]]}`))
	f.Add([]byte(`{"draws":10,"bins":[{"key":2,"in":[[1,1,1]]},{"key":-3,"open":[[1,1,1]]}]}`))
	f.Add([]byte(`{"declared":["a","b"],"rows":[{"category":"a","cells":[[1,1,1]]}]}`))
	f.Add([]byte(`{"draws":9007199254740991,"in":[[18446744073709551615,18446744073709551615,9007199254740991]]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var tally, again Tally
		if json.Unmarshal(data, &tally) == nil {
			stored, err := json.Marshal(&tally)
			if err != nil || json.Unmarshal(stored, &again) != nil || !again.Equal(&tally) {
				t.Fatalf("%s stored as %s: %v", data, stored, err)
			}
			if tally.InCount()+tally.OpenCount() > tally.Draws() {
				t.Fatalf("%s: more hits than draws", data)
			}
			r := tally.Estimate(rankedSize, Options{})
			if _, err := json.Marshal(r); err != nil {
				t.Fatalf("%s: %v", data, err)
			}
		}
		var h Histogram
		if json.Unmarshal(data, &h) == nil {
			h.Estimate(rankedSize, Options{})
			h.Merge(&h)
		}
		var table Table
		if json.Unmarshal(data, &table) == nil {
			table.Rows()
			table.Frame()
		}
	})
}
