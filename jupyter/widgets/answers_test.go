package widgets

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"chesscensus/internal/testing/testkit"
)

// failEnv makes the program of the cell fail before its pictures.
const failEnv = "CHESSCENSUS_TEST_FAILS"

// TestMain runs cell instead of the tests if a Host has started the test binary as the program of a cell.
func TestMain(m *testing.M) {
	if Answering() {
		fmt.Println("what a cell prints is no answer")
		if os.Getenv(failEnv) != "" {
			fmt.Fprintln(os.Stderr, "before\npanic: out of luck\n\ngoroutine 1:")
			os.Exit(2)
		}
		cell()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// cell offers two pictures, as a cell does. The first doubles numbers, the second returns a variable of the cell, the folder and two
// environment variables.
func cell() (doubles, knows Address) {
	secret := "of the cell"
	doubles = Offer(func(_ context.Context, q json.RawMessage) (any, error) {
		var n int
		if err := json.Unmarshal(q, &n); err != nil {
			return nil, errors.New("chesscensus: no number")
		}
		if n == 0 {
			panic("nothing to double")
		}
		return 2 * n, nil
	})
	knows = Offer(func(_ context.Context, q json.RawMessage) (any, error) {
		dir, err := os.Getwd()
		return []string{secret, dir, os.Getenv("CHESSCENSUS_TEST_VARIABLE"), os.Getenv("GONB_PIPE")}, err
	})
	return doubles, knows
}

// offerCell runs cell, and returns its pictures and a host for them.
func offerCell(t *testing.T) (h *Host, doubles, knows Address) {
	t.Helper()
	offers.count, offers.folder = 0, ""
	h = &Host{Dir: filepath.Join(t.TempDir(), "answers")}
	t.Cleanup(h.Close)
	t.Setenv(FolderEnv, h.Dir)
	t.Setenv(KernelEnv, "k")
	doubles, knows = cell()
	if doubles.Kernel != "k" || doubles.Picture == knows.Picture {
		t.Fatalf("addresses %v, %v, want two of kernel k", doubles, knows)
	}
	return h, doubles, knows
}

// ask asks a picture a question, and checks that the answer, written as JSON, contains the text wanted.
func ask(t *testing.T, h *Host, picture, question, want string) {
	t.Helper()
	if got, _ := json.Marshal(askAndWait(t, h, picture, question)); !strings.Contains(string(got), want) {
		t.Errorf("picture %q answers %s with %s, want %s", picture, question, got, want)
	}
}

// The answers of cell's first picture to 1, and of a picture that is gone.
const doubledOne, gone = `{"value":2}`, `"gone":true`

// askAndWait asks a picture a question and returns the answer.
func askAndWait(t *testing.T, h *Host, picture, question string) Answer {
	t.Helper()
	c := make(chan Answer, 2)
	h.Ask(Question{picture, json.RawMessage(question)}, func(a Answer) { c <- a })
	select {
	case a := <-c:
		return a
	case <-time.After(2 * time.Minute):
		t.Fatalf("no answer to %s", question)
	}
	panic("unreachable") // Fatalf does not return
}

// TestAProgramAnswersAfterItsEnd checks that a picture gets answers of the program of its cell after that has ended, with the folder and
// environment that it had, but without the pipe to the notebook. Errors and panics are answers, too.
func TestAProgramAnswersAfterItsEnd(t *testing.T) {
	t.Setenv("CHESSCENSUS_TEST_VARIABLE", "as it was")
	t.Setenv("GONB_PIPE", "to the notebook")
	dir := t.TempDir()
	t.Chdir(dir)
	h, doubles, knows := offerCell(t)
	t.Chdir("/") // the kernel is elsewhere
	t.Setenv("CHESSCENSUS_TEST_VARIABLE", "changed since")
	for question, want := range map[string]string{"21": `{"value":42}`, "-3": `{"value":-6}`, `"x"`: `{"error":"no number"}`, "0": `{"error":"nothing to double"}`} {
		ask(t, h, doubles.Picture, question, want)
	}
	dir, _ = filepath.EvalSymlinks(dir)
	want, _ := json.Marshal([]string{"of the cell", dir, "as it was", ""})
	ask(t, h, knows.Picture, "null", string(want))
	if len(h.running) != 2 {
		t.Errorf("%d programs run, want one for each picture", len(h.running))
	}
}

// TestGone checks the answer Gone: for names that lead nowhere or out of the folder, and for all after Close.
func TestGone(t *testing.T) {
	h, doubles, _ := offerCell(t)
	folder, _, _ := strings.Cut(doubles.Picture, "-")
	for _, picture := range []string{"", "-", "-1", folder, folder + "-", folder + "-x", folder + "-1-1", "../" + folder + "-1", "0123456789ab-1", "..-1", "/-1"} {
		ask(t, h, picture, "1", gone)
	}
	ask(t, h, doubles.Picture, "1", doubledOne)
	h.Close()
	ask(t, h, doubles.Picture, "1", gone)
}

// TestAProgramThatFails checks the errors of programs that end before their picture, do not have it, or are damaged.
func TestAProgramThatFails(t *testing.T) {
	t.Setenv(failEnv, "yes")
	h, doubles, _ := offerCell(t)
	for range 2 {
		ask(t, h, doubles.Picture, "1", "run the cell again: panic: out of luck")
	}
	os.Unsetenv(failEnv)
	// A picture that the program does not have.
	h, doubles, _ = offerCell(t)
	ask(t, h, strings.TrimSuffix(doubles.Picture, "1")+"7", "1", "run the cell again")
	// A file that is damaged.
	folder, _, _ := strings.Cut(doubles.Picture, "-")
	os.WriteFile(filepath.Join(h.Dir, folder, originName), []byte("{"), 0o600)
	ask(t, h, doubles.Picture, "1", originName+" is damaged")
}

// TestProgramsMakeRoom checks that a program that was killed is run again for the next question, and that at most maxRunning run at a time:
// the one that has run longest is stopped for it.
func TestProgramsMakeRoom(t *testing.T) {
	h, doubles, _ := offerCell(t)
	askAndWait(t, h, doubles.Picture, "1")
	first := h.running[0]
	first.kill()
	// If the host has not noticed the end yet, the answer is an error.
	if a := askAndWait(t, h, doubles.Picture, "1"); string(a.Value) != "2" && a.Error == "" {
		t.Errorf("right after the kill: %+v, want 2 or an error", a)
	}
	for !first.ended() {
		time.Sleep(time.Millisecond)
	}
	ask(t, h, doubles.Picture, "4", `{"value":8}`)
	// Other cells, whose program is this test, too.
	var programs []*program
	for range maxRunning {
		offers.count, offers.folder = 0, ""
		other, _ := cell()
		askAndWait(t, h, other.Picture, "1")
		programs = append(programs, h.running[len(h.running)-1])
	}
	if len(h.running) != maxRunning || h.running[0] != programs[0] {
		t.Errorf("%d programs run, want %d, the oldest gone", len(h.running), maxRunning)
	}
}

// TestOldProgramsAreRemoved checks that maxKept programs are kept, and that the oldest one is removed.
func TestOldProgramsAreRemoved(t *testing.T) {
	h, doubles, _ := offerCell(t)
	first, _, _ := strings.Cut(doubles.Picture, "-")
	hourAgo := time.Now().Add(-time.Hour)
	os.Chtimes(filepath.Join(h.Dir, first), hourAgo, hourAgo)
	for range maxKept {
		offers.count, offers.folder = 0, ""
		cell()
	}
	list, _ := os.ReadDir(h.Dir)
	if len(list) != maxKept {
		t.Errorf("%d programs are kept, want %d", len(list), maxKept)
	}
	ask(t, h, doubles.Picture, "1", gone)
}

// TestWithoutAKernel checks that without a kernel Offer writes no files and returns the zero address.
func TestWithoutAKernel(t *testing.T) {
	dir := t.TempDir()
	for _, env := range [][2]string{{"", ""}, {dir, ""}, {"", "k"}, {"/dev/null/x", "k"}} {
		offers.count, offers.folder = 0, ""
		t.Setenv(FolderEnv, env[0])
		t.Setenv(KernelEnv, env[1])
		if a := Offer(nil); a != (Address{}) {
			t.Errorf("folder and kernel %q: address %v, want none", env, a)
		}
	}
	if list, _ := os.ReadDir(dir); len(list) > 0 {
		t.Errorf("left behind: %v", list)
	}
}

// TestTheNewestQuestionWins checks that a new question cancels the one that is being answered.
func TestTheNewestQuestionWins(t *testing.T) {
	in, questions := io.Pipe()
	answers, out := io.Pipe()
	started, done := make(chan string), make(chan bool)
	go func() {
		serve(func(ctx context.Context, q json.RawMessage) (any, error) {
			started <- string(q)
			if string(q) == "1" {
				<-ctx.Done()
				return nil, ctx.Err()
			}
			return string(q), nil
		}, in, out)
		out.Close()
		close(done)
	}()
	fmt.Fprintln(questions, `{"number":1,"value":1}`)
	if got := <-started; got != "1" {
		t.Fatalf("question %s comes first, want 1", got)
	}
	fmt.Fprintf(questions, "no question\n{\"number\":2,\"value\":2}\n")
	decoder := json.NewDecoder(answers)
	next := func(number int, dropped bool, value string) {
		t.Helper()
		var a numberedAnswer
		if err := decoder.Decode(&a); err != nil || a.Number != number || a.Dropped != dropped || string(a.Value) != value {
			t.Errorf("%+v, %v; want %d, %v, %s", a, err, number, dropped, value)
		}
	}
	next(1, true, "")
	if got := <-started; got != "2" {
		t.Fatalf("question %s comes next, want 2", got)
	}
	next(2, false, `"2"`)
	questions.Close()
	<-done
}

// TestNewestDrops checks that all questions come out in their order, lines that are none left out, that the newest is not dropped, and that
// the context of a dropped one is canceled. How many are dropped depends on the speed of the reader.
func TestNewestDrops(t *testing.T) {
	questions := dropOutdated(readQuestions(strings.NewReader(`{"number":1}` + "\n" + `{"number":2}` + "\nrubbish\n" + `{"number":3}`)))
	seen := 0
	for q := range questions {
		seen++
		if q.Number != seen || q.dropped && q.Number == 3 {
			t.Errorf("question %d is number %d, dropped %v", seen, q.Number, q.dropped)
		}
		if q.Number < 3 && q.dropped && q.ctx.Err() == nil {
			t.Errorf("question %d is dropped, and goes on", q.Number)
		}
	}
	if seen != 3 {
		t.Errorf("%d questions come out, want 3", seen)
	}
}

// TestWaitingQuestionsAreDropped reads no question before all are there: all but the last are dropped.
func TestWaitingQuestionsAreDropped(t *testing.T) {
	in := make(chan pendingQuestion)
	out := dropOutdated(in)
	for n := range 3 {
		in <- pendingQuestion{numberedQuestion: numberedQuestion{Number: n}}
	}
	close(in)
	for q := range out {
		testkit.Equal(t, q.dropped, q.Number < 2, "question", q.Number)
	}
}

// TestTail checks that a tail keeps at most tailBytes, and that its text is the line of a panic or error, or else the last one.
func TestTail(t *testing.T) {
	var text tail
	if text.String() != "" {
		t.Errorf("nothing: %q", text.String())
	}
	fmt.Fprintf(&text, "%s\nlast\n\n", strings.Repeat("x", tailBytes))
	if text.String() != "last" || len(text.data) != tailBytes {
		t.Errorf("%q of %d bytes, want the last line of %d", text.String(), len(text.data), tailBytes)
	}
	fmt.Fprint(&text, "error: no luck\nexit status 1\n")
	testkit.Equal(t, text.String(), "error: no luck")
}

// TestCopy checks that the program is copied if it cannot be linked, as from /proc, and that a missing program is an error.
func TestCopy(t *testing.T) {
	dir := t.TempDir()
	to := filepath.Join(dir, "copy")
	if err := link("/proc/self/exe", to); err != nil {
		t.Skipf("no file system of another kind: %v", err)
	}
	info, err := os.Stat(to)
	if err != nil || info.Size() < 1<<20 {
		t.Errorf("the copy is %v, error %v, want a megabyte or more", info, err)
	}
	testkit.FailsWith(t, link(filepath.Join(dir, "nothing"), filepath.Join(dir, "x")), "", "a link to nothing")
}

// TestAnswer checks that the result of a function becomes an answer, that an error loses the prefix of this module, that a panic or a value
// without JSON becomes an error, and that an error after a newer question becomes Dropped.
func TestAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		f    Func
		want string
	}{
		"a value":            {func(context.Context, json.RawMessage) (any, error) { return map[string]int{"n": 1}, nil }, `{"value":{"n":1}}`},
		"nothing":            {func(context.Context, json.RawMessage) (any, error) { return nil, nil }, `{"value":null}`},
		"the question":       {func(_ context.Context, q json.RawMessage) (any, error) { return q, nil }, `{"value":"q"}`},
		"an error":           {func(context.Context, json.RawMessage) (any, error) { return 1, errors.New("chesscensus: no luck") }, `{"error":"no luck"}`},
		"another's error":    {func(context.Context, json.RawMessage) (any, error) { return nil, errors.New("rules: chesscensus: x") }, `{"error":"rules: chesscensus: x"}`},
		"no JSON":            {func(context.Context, json.RawMessage) (any, error) { return make(chan int), nil }, `{"error":"json: unsupported type: chan int"}`},
		"a panic with error": {func(context.Context, json.RawMessage) (any, error) { panic(errors.New("out of range")) }, `{"error":"out of range"}`},
	} {
		if got, _ := json.Marshal(answer(t.Context(), c.f, json.RawMessage(`"q"`))); string(got) != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	late := func(ctx context.Context, _ json.RawMessage) (any, error) { return nil, ctx.Err() }
	if a := answer(ctx, late, nil); !a.Dropped || a.Error != "" {
		t.Errorf("after a newer question: %+v, want it dropped without an error", a)
	}
}

// TestAProgramThatDoesNotRead checks that questions beyond the waiting ones are refused, and that a program that has ended replies at once
// with the reason.
func TestAProgramThatDoesNotRead(t *testing.T) {
	p := &program{questions: make(chan numberedQuestion, 2), replies: map[int]func(Answer){}}
	var got []Answer
	for range 3 {
		p.ask(json.RawMessage("1"), func(a Answer) { got = append(got, a) })
	}
	if len(got) != 1 || !strings.Contains(got[0].Error, "busy") || len(p.replies) != 2 || p.ended() {
		t.Errorf("answers %+v, %d wait; want the third one refused, two waiting", got, len(p.replies))
	}
	fmt.Fprintln(&p.stderr, "error: no memory")
	p.replies = nil
	if p.ask(nil, func(a Answer) { got = append(got, a) }); len(got) != 2 || !strings.HasSuffix(got[1].Error, "run the cell again: error: no memory") || !p.ended() {
		t.Errorf("answers %+v, want the second one to say why the program has ended", got)
	}
}

// TestNobodyListens checks that serve ends when it cannot write an answer, though more questions wait.
func TestNobodyListens(t *testing.T) {
	read, write := io.Pipe()
	read.Close()
	asked := 0
	serve(func(context.Context, json.RawMessage) (any, error) { asked++; return 1, nil }, strings.NewReader(strings.Repeat("{\"number\":1,\"value\":1}\n", 9)), write)
	if asked > 1 {
		t.Errorf("%d questions were answered, want at most 1", asked)
	}
}

// TestLinkKeepsWhatIsThere checks that link does not replace a file.
func TestLinkKeepsWhatIsThere(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
	os.WriteFile(from, []byte("new"), 0o600)
	os.WriteFile(to, []byte("old"), 0o600)
	testkit.FailsWith(t, link(from, to), os.ErrExist)
	if text, _ := os.ReadFile(to); string(text) != "old" {
		t.Errorf("the file holds %q, want old", text)
	}
}

// TestNamesOfPictures checks that only names of hexadecimal digits, a hyphen and decimal digits are accepted.
func TestNamesOfPictures(t *testing.T) {
	for name, want := range map[string]string{"5f0c1e9a02b7-1": "5f0c1e9a02b7 1", "0-12": "0 12", "a-": "", "-1": "", "a": "", "": "", "A-1": "", "a-1-2": "",
		"a-x": "", "a--1": "", "./a-1": "", "a/b-1": "", `a\b-1`: "", "a-1 ": "", "a-1\n": "", "a-\u0661": ""} {
		program, number, ok := parsePicture(name)
		if got := strings.TrimSpace(program + " " + number); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v, want %q", name, got, ok, want)
		}
	}
}
