package lines

import (
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

const kings = "8/8/8/8/8/8/8/K1k5 w - - 3 7"

// TestLineForms tests the canonical form of lines, that it is parsed to the same line, and Done.
func TestLineForms(t *testing.T) {
	for _, c := range []struct {
		in, out string
		done    bool
	}{
		{kings, kings, false},
		{"  " + kings + "\t", kings, false},
		{kings + " illegal: No  proof   kernel", kings + " illegal: No proof kernel", true},
		{kings + " forced: wxb illegal: Other info: x", kings + " illegal: Other forced: wxb", true},
		{kings + " info: some text status: N=5000 unknown: kernel: wPa0xPb1 extKernel:",
			kings + " unknown: kernel: wPa0xPb1 extKernel: status: N=5000 info: some text", false},
		{kings + " unknown: fail:", kings + " unknown: fail:", true},
		{kings + " legal: proof: e4 e5", kings + " legal: proof: e4 e5", true},
		{kings + " legal:", kings + " legal:", false},
		{kings + " kernel: a kernel: b unknown:", kings + " unknown: kernel: b", false},
	} {
		l, err := Parse(c.in)
		if err != nil {
			t.Errorf("%q: %v", c.in, err)
			continue
		}
		if got := string(l.Append(nil)); got != c.out || l.Done() != c.done {
			t.Errorf("%q is written as %q, done %v, want %q, %v", c.in, got, l.Done(), c.out, c.done)
		}
		reparsed, err := Parse(c.out)
		if err != nil || string(reparsed.Append(nil)) != c.out {
			t.Errorf("%q does not come back: %q, %v", c.out, reparsed.Append(nil), err)
		}
	}
}

// TestParseErrors checks that each error names its reason.
func TestParseErrors(t *testing.T) {
	for in, want := range map[string]string{
		"":                                  "found 0 fields",
		"8/8/8/8/8/8/8/K1k5 w - ":           "found 3 fields",
		"8/8/8/8/8/8/8/K1k5 w unknown: x":   "found 2 fields",
		"8/8/8/8/8/8/8/K1k5 w - - word":     "half-move counter",
		kings + " perhaps: so":              `found "perhaps:"`,
		kings + " word":                     `found "word" after the FEN record`,
		strings.Replace(kings, "K", "X", 1): "board",
	} {
		testkit.Fails(Parse(in))(t, want, in)
	}
}

// TestParseMends tests which records Parse mends, and the line after an unknown verdict.
func TestParseMends(t *testing.T) {
	const e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"
	for _, c := range []struct {
		in, out string
		mended  bool
	}{
		{e4 + " e3 0 1", e4 + " - 0 1 unknown:", true},
		{e4 + " e3", e4 + " - 0 1 unknown:", true},
		{e4 + " e3 5", e4 + " - 5 1 unknown:", true},
		{e4 + " e3 7 8 unknown: kernel:", e4 + " - 7 8 unknown: kernel:", true},
		{e4 + " e3 0 1 illegal: Lossy FEN conversion", e4 + " e3 0 1 illegal: Lossy FEN conversion", false}, // decided by another program
		{e4 + " e3 0 1 unknown: fail:", e4 + " e3 0 1 unknown: fail:", false},
		{e4 + " -", e4 + " - 0 1 unknown:", false},
		{e4 + " - unknown: info: x", e4 + " - 0 1 unknown: info: x", false},
		{e4 + " e6 0 1", e4 + " e6 0 1 unknown:", false},                                               // not Black's turn to capture there
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 unknown:", false},     // a capture
		{"4k3/8/4r3/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/4r3/3pP3/8/8/8/4K3 w - d6 0 1 unknown:", false}, // pinned: no position of its own
		{"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1 unknown: extKernel: wBc1-a5", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1 unknown: extKernel: wDBc1-a5", false},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1 unknown: extKernel: wBc1-a5 x", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1 unknown: extKernel: wBc1-a5 x", false},
	} {
		l, err := Parse(c.in)
		if err != nil {
			t.Errorf("%q: %v", c.in, err)
			continue
		}
		if v := (verdict.Verdict{}); !l.Done() {
			l.Settle(&v)
		}
		if got := l.String(); got != c.out || l.Mended != c.mended || !strings.HasPrefix(c.out, l.Setup.String()) {
			t.Errorf("%q is written as %q, mended %v, want %q, %v", c.in, got, l.Mended, c.out, c.mended)
		}
	}
}

// TestSettle checks which groups a line has after a verdict, with and without groups before.
func TestSettle(t *testing.T) {
	for _, c := range []struct {
		v    verdict.Verdict
		in   string
		want string
	}{
		{verdict.Refuted("rules", verdict.IdleEnPassant, verdict.Evidence{}), "", " illegal: Lossy FEN conversion"},
		{verdict.Refuted("rules", verdict.TripleCheck, verdict.Evidence{}), " unknown: kernel: a", " illegal: more than two men give check"},
		{verdict.Proven("game", verdict.ProofGame("e4 e5")), " unknown:", " legal: proof: e4 e5"},
		{verdict.Verdict{}, "", " unknown:"},
		{verdict.Verdict{}, " unknown: kernel: wxb info: x", " unknown: kernel: wxb info: x"},
		{verdict.Verdict{}, " legal:", " unknown:"},
		{verdict.Verdict{}, " legal: kernel: wxb", " unknown: kernel: wxb"},
		{verdict.Verdict{}, " legal: proof: e4", " legal: proof: e4"},
	} {
		l := testkit.Must(Parse(kings + c.in))(t)
		l.Settle(&c.v)
		testkit.Equal(t, string(l.Append(nil)), kings+c.want, c.v)
	}
}

// TestSet checks that Set replaces the words of a group, and adds a group without words.
func TestSet(t *testing.T) {
	l := testkit.Must(Parse(kings + " unknown: kernel: old words"))(t)
	l.Set("kernel", "wPa0xPb1")
	l.Set("extKernel")
	if got, want := string(l.Append(nil)), kings+" unknown: kernel: wPa0xPb1 extKernel:"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestReasonTextsBeginNoGroup checks that a line with the words of any reason is parsed to the same line.
func TestReasonTextsBeginNoGroup(t *testing.T) {
	for r := range verdict.KnownReasons() {
		l, _ := Parse(kings)
		v := verdict.Refuted("stage", r, verdict.Evidence{})
		l.Settle(&v)
		text := string(l.Append(nil))
		if reparsed, err := Parse(text); err != nil || string(reparsed.Append(nil)) != text || !reparsed.Done() || len(text) < len(kings)+12 {
			t.Errorf("%v: %q: %v", r, text, err)
		}
	}
}

// TestReasonTextsAreUnlike checks that no two reasons have the same text, except those to which texelutil
// gives the same.
func TestReasonTextsAreUnlike(t *testing.T) {
	const shared = verdict.NoWhiteKing | verdict.ManyWhiteKings | verdict.NoBlackKing | verdict.ManyBlackKings |
		verdict.OppositeCheck | verdict.AdjacentKings | verdict.BothInCheck
	reasons := map[string]verdict.Reason{}
	for r := range verdict.KnownReasons() {
		text := ReasonText(r)
		if other, isShared := reasons[text]; isShared && (r|other)&^shared != 0 {
			t.Errorf("%v and %v are both written as %q", r, other, text)
		}
		reasons[text] = r
	}
}

// FuzzParse checks that a line that is parsed is written as a text that is parsed to the same line.
func FuzzParse(f *testing.F) {
	f.Add(kings + " unknown: kernel: wPa0xPb1 extKernel: wPg5-g8Q path: e4 info: x")
	f.Add(kings + " illegal: Other forced: bxB")
	f.Add(kings + " legal: unknown: fail:")
	f.Add("k6K/8/8/8/4P3/8/8/8 b - e3 0 1 legal: unknown: fail:")
	f.Fuzz(func(t *testing.T, s string) {
		l, err := Parse(s)
		if err != nil {
			return
		}
		text := string(l.Append(nil))
		reparsed, err := Parse(text)
		if err != nil || string(reparsed.Append(nil)) != text || reparsed.Done() != l.Done() {
			t.Errorf("%q is written as %q, which reads as %q, %v", s, text, reparsed.Append(nil), err)
		}
	})
}

// TestRetryAndWords checks the words of groups, and that Retry removes the groups of earlier passes.
func TestRetryAndWords(t *testing.T) {
	l := testkit.Must(Parse(kings + " unknown: kernel: a b extKernel: path: e4 status: N=1 fail: info: x"))(t)
	if got := strings.Join(l.Words("kernel"), "|"); got != "a|b" || l.Words("extKernel") != nil || l.Words("proof") != nil {
		t.Errorf("words %q, %q, %q", l.Words("kernel"), l.Words("extKernel"), l.Words("proof"))
	}
	if !l.Done() {
		t.Error("given up, but not done")
	}
	l.Retry()
	if got := string(l.Append(nil)); got != kings+" unknown:" || l.Done() {
		t.Errorf("after Retry: %q", got)
	}
}
