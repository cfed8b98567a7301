package relay

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A failure describes for the user how a cell failed.
type failure struct {
	name, value string   // the kind of failure, and what it was in one line
	lines       []string // the whole message
	compiled    bool     // the cell's program was built, and ran
}

// content returns the content of a message "error".
func (f *failure) content() map[string]any {
	return map[string]any{"ename": f.name, "evalue": f.value, "traceback": f.lines}
}

// refusal returns the failure of a cell that this kernel does not run.
func refusal(why string) *failure {
	return &failure{name: "error", value: firstLine(why), lines: strings.Split(why, "\n")}
}

// firstLine returns the first line of a text.
func firstLine(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return first
}

var (
	color    = regexp.MustCompile("\x1b\\[[0-9;]*m")                                                        // a color sequence of a terminal
	cellLine = regexp.MustCompile(`^Cell(?:\[(\d+)\]: | )Line (\d+)$`)                                      // the head of an entry: cell and line
	inMain   = regexp.MustCompile(`^\S*main(?:_test)?\.go:\d+(?::\d+)?:? ?`)                                // a position in the program of the cell
	folder   = regexp.MustCompile(`\S*/gonb_[0-9a-f]{8}/`)                                                  // the temporary folder of that program
	noise    = regexp.MustCompile(`^(# gonb_[0-9a-f]{8}.*|go: gonb_[0-9a-f]{8} imports|exit status \d+|)$`) // a message without information
	goTool   = regexp.MustCompile(`^failed to run "\S+/go \w+": exit status \d+$`)                          // of GoNB; the reason follows
	status   = regexp.MustCompile(`^(exit status \d+|signal: .*)$`)                                         // how a program ended that was built
	// multiValue matches the compiler's message about a call that returns a value and an error where one value is wanted.
	multiValue = regexp.MustCompile(`^multiple-value (.+) \(value of type \([^,]+, (?:\w+ )?error\)\)`)
	// unknownName matches the compiler's message about a name that does not exist, without a suggestion of the compiler's own.
	// One of its groups has the name.
	unknownName = regexp.MustCompile(`^(?:undefined: (?:\w+\.)?(\w+)|name (\w+) not exported by package \w+|unknown field (\w+) in struct literal of type \S+` +
		`|\S+ undefined \(.* has no field or method (\w+)\))$`)
	// mustPanic matches a panic of census.Must where code of a cell called it, with the text of the error as its group.
	mustPanic = regexp.MustCompile(`^panic: ((?s:.*?))\n\ngoroutine .*\nchesscensus/census\.Must\[.*\n\t.*\nmain\.`)
	// stackLine matches the position in a line of a stack trace: annotated by GoNB, with the cell (if it is known) and line as groups 1 and 2, or not
	// annotated, with the file and line as groups 3 and 4.
	stackLine = regexp.MustCompile(
		`(?:\x1b\[7m)?\[\[ Cell (?:\[(\d+)\] )?Line (-?\d+) \]\](?:\x1b\[0m)? [^\n]*?main\.go:\d+(?: \+0x[0-9a-f]+)?` +
			`|(\S*/gonb_[0-9a-f]{8}/main\.go):(\d+)(?: \+0x[0-9a-f]+)?`)
)

// tidy returns a failure from the content of GoNB's message about a cell. If the program ran, it is what stream has held back, such as a panic,
// or "exit status 2". Otherwise it is the compiler's errors with cell and line, or GoNB's own words if it gives none.
func (r *relay) tidy(run *execution, content map[string]any) *failure {
	value, _ := content["evalue"].(string)
	entries, _ := content["traceback"].([]any)
	if status.MatchString(strings.TrimSpace(value)) {
		return r.failedRun(run, strings.TrimSpace(value))
	}
	f := &failure{name: "error"}
	for _, entry := range entries {
		text, _ := entry.(string)
		if line := r.describeProblem(color.ReplaceAllString(text, "")); line != "" {
			f.lines = append(f.lines, line)
		}
	}
	if len(f.lines) > 1 && goTool.MatchString(f.lines[0]) {
		f.lines = f.lines[1:]
	}
	if len(f.lines) == 0 {
		f.lines = []string{folder.ReplaceAllString(value, "")}
	}
	f.value = firstLine(f.lines[0])
	return f
}

// failedRun returns the failure of a program that was built and ended with an error, a panic or a signal; how is the status or signal. It uses up
// the text from "error: " on that was held back, but not for a signal: release publishes that.
func (r *relay) failedRun(run *execution, how string) *failure {
	f := &failure{name: "error", value: how, lines: []string{how}, compiled: true}
	if how == "signal: interrupt" {
		f.name, f.value, f.lines = "interrupted", "the cell was stopped", []string{"the cell was stopped"}
	}
	if heldError := strings.TrimRight(strings.TrimPrefix(run.heldError, "error: "), "\n"); heldError != "" && strings.HasPrefix(how, "exit status") {
		f.value, f.lines, run.heldError = firstLine(heldError), strings.Split(heldError, "\n"), ""
	}
	panicText := run.panicText.String() // a panic is the cause of any status
	if must := mustPanic.FindStringSubmatch(panicText); must != nil {
		text := strings.ReplaceAll(must[1], "\n\t", "\n") // Go indents a panic's other lines
		f.name, f.value, f.lines = "error", firstLine(text), strings.Split(text, "\n")
	} else if panicText != "" {
		f.lines = r.panicTrace(panicText)
		f.name, f.value = "panic", firstLine(panicText)
	}
	return f
}

// describeProblem returns the text for one entry of GoNB's report of a compilation. An entry is a cell and line, the
// lines around it, and the message; or one line of the go tool. The text is empty if the entry has no information.
func (r *relay) describeProblem(entry string) string {
	lines := strings.Split(strings.TrimRight(entry, "\n"), "\n")
	message := strings.TrimSpace(lines[len(lines)-1])
	if place := cellLine.FindStringSubmatch(lines[0]); place != nil {
		number, _ := strconv.Atoi(place[1])
		line, _ := strconv.Atoi(place[2])
		if call := multiValue.FindStringSubmatch(message); call != nil {
			message += "; census.Must(" + call[1] + ") is the value alone, and ends the cell if there is an error"
		}
		if name := unknownName.FindStringSubmatch(message); name != nil && r.cells[number] != nil {
			message += r.cells[number].cell.Suggestions[strings.Join(name[1:], "")]
		}
		return r.describeLine(number, line-1) + ": " + message + r.quote(number, line-1)
	}
	if noise.MatchString(message) {
		return ""
	}
	if len(lines) > 1 { // lines of the program around the message, but no cell
		return "in what the kernel added to the cell (%source shows it): " + message
	}
	return folder.ReplaceAllString(inMain.ReplaceAllString(message, ""), "")
}

// describeLine returns the name of the user's line of a cell for a line, from 0, of the cell's program.
func (r *relay) describeLine(number, line int) string {
	if from := r.origin(number, line); from >= 0 {
		return fmt.Sprintf("cell [%d], line %d", number, from+1)
	}
	return fmt.Sprintf("cell [%d], in what the kernel added (%%source shows it)", number)
}

// origin returns the line of the user's cell for a line of its program, both from 0, or -1 if the kernel added that line. For an unknown cell it
// returns the line itself.
func (r *relay) origin(number, line int) int {
	run := r.cells[number]
	if run == nil {
		return line
	}
	if line < 0 || line >= len(run.cell.Lines) {
		return -1
	}
	return run.cell.Lines[line]
}

// quote returns a line break and the text of the user's line for a line of the cell's program, or "" if there is none or it is empty.
func (r *relay) quote(number, line int) string {
	run, from := r.cells[number], r.origin(number, line)
	if run == nil || from < 0 {
		return ""
	}
	lines := strings.Split(run.code, "\n")
	if from >= len(lines) || strings.TrimSpace(lines[from]) == "" {
		return ""
	}
	return "\n    " + strings.TrimSpace(lines[from])
}

// stream replaces GoNB's file names in a piece of standard error, and reports whether there is something to publish. It holds back the text from
// "panic: " on, for the failure that follows, and the text from "error: " on, until more output comes or the cell ends. It drops GoNB's "exit status".
// Standard output stays as it is.
func (r *relay) stream(run *execution, content map[string]any) bool {
	text, _ := content["text"].(string)
	if content["name"] != "stderr" {
		return true
	}
	if run.panicText.Len() > 0 {
		run.panicText.WriteString(text)
		return false
	}
	if status.MatchString(strings.TrimSpace(text)) {
		return false // the failure contains it
	}
	before := run.heldError // more output has come, so what was held back is published before it
	run.heldError = ""
	end := 0 // of the lines that are published
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "error: ") {
			run.heldError = r.describeLines(text[end:])
			break
		}
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			run.panicText.WriteString(text[end:])
			break
		}
		end += len(line)
	}
	content["text"] = before + r.describeLines(text[:end])
	return content["text"] != ""
}

// release publishes the text from "error: " on that was held back and that no failure has used up.
func (r *relay) release(run *execution) {
	if run.heldError != "" {
		r.note.endFor(r, run, true)
		r.out.send(r.out.iopub, run.request.answer("stream", false, map[string]any{"name": "stderr", "text": run.heldError}))
		run.heldError = ""
	}
}

// describeLines replaces the names and lines of GoNB's files in a text by those of cells.
func (r *relay) describeLines(text string) string {
	if !strings.Contains(text, "gonb_") && !strings.Contains(text, "[[ Cell") {
		return text // without the regular expression, which is slow on long texts
	}
	return stackLine.ReplaceAllStringFunc(text, func(match string) string {
		groups := stackLine.FindStringSubmatch(match)
		if groups[3] != "" {
			line, _ := strconv.Atoi(groups[4])
			return findLine(r, groups[3], line)
		}
		if groups[1] == "" {
			return "in what the kernel added"
		}
		number, _ := strconv.Atoi(groups[1])
		line, _ := strconv.Atoi(groups[2])
		return r.describeLine(number, line-1)
	})
}

// findLine returns the name of the user's line for a line of GoNB's program that GoNB has not annotated: GoNB misses a file name that comes
// in two pieces of output. The line is searched by its text in the last cell that has it exactly once.
func findLine(r *relay, file string, line int) string {
	const unknown = "in what the kernel added"
	text, err := os.ReadFile(file)
	lines := strings.Split(string(text), "\n")
	if err != nil || line < 1 || line > len(lines) || strings.TrimSpace(lines[line-1]) == "" {
		return unknown
	}
	want := strings.TrimSpace(lines[line-1])
	for _, number := range slices.Backward(slices.Sorted(maps.Keys(r.cells))) {
		index, times := 0, 0
		for i, l := range strings.Split(r.cells[number].cell.Code, "\n") {
			if strings.TrimSpace(l) == want {
				index, times = i, times+1
			}
		}
		if times == 1 && r.origin(number, index) >= 0 {
			return r.describeLine(number, index)
		}
	}
	return unknown
}

// panicTrace returns the lines of a panic for the user: its message, and the calls that led to it, innermost first, without those of
// the runtime. In the trace each call is a line, and its position the next line, after a tab.
func (r *relay) panicTrace(text string) []string {
	var lines []string
	head, stack, _ := strings.Cut(text, "\ngoroutine ")
	for line := range strings.SplitSeq(strings.TrimSpace(head), "\n") {
		if !strings.HasPrefix(line, "[signal ") { // the line before says it in words
			lines = append(lines, line)
		}
	}
	stack, _, _ = strings.Cut(stack, "\n\n") // the first goroutine is the one that panicked
	call := ""
	for line := range strings.Lines(stack) {
		line = strings.TrimRight(line, "\n")
		if !strings.HasPrefix(line, "\t") {
			call = line
			if strings.HasSuffix(line, ")") { // without its arguments, which are addresses
				call = line[:strings.LastIndex(line, "(")]
			}
			continue
		}
		where := strings.TrimSpace(r.describeLines(line))
		where, _, _ = strings.Cut(where, " +0x")
		isRuntime := strings.HasPrefix(call, "panic") || strings.HasPrefix(call, "runtime.")
		if isRuntime || call == "" {
			continue
		}
		if call == "main.main" {
			lines = append(lines, "    "+where)
		} else {
			lines = append(lines, "    "+strings.TrimPrefix(call, "main.")+" at "+where)
		}
	}
	return lines
}
