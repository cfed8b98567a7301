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

// A failure is how a cell failed, in our words.
type failure struct {
	name, value string
	lines       []string
	compiled    bool // the cell's program was made, and ran
}

// content is that of a message "error".
func (f *failure) content() map[string]any {
	return map[string]any{"ename": f.name, "evalue": f.value, "traceback": f.lines}
}

// refusal is the failure of a cell that did not run.
func refusal(why string) *failure {
	return &failure{name: "error", value: firstLine(why), lines: strings.Split(why, "\n")}
}

func firstLine(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return first
}

var (
	color    = regexp.MustCompile("\x1b\\[[0-9;]*m")
	cellLine = regexp.MustCompile(`^Cell(?:\[(\d+)\]: | )Line (\d+)$`)
	inMain   = regexp.MustCompile(`^\S*main(?:_test)?\.go:\d+(?::\d+)?:? ?`)
	folder   = regexp.MustCompile(`\S*/gonb_[0-9a-f]{8}/`)
	noise    = regexp.MustCompile(`^(# gonb_[0-9a-f]{8}.*|exit status \d+|)$`)
	status   = regexp.MustCompile(`^(exit status \d+|signal: .*)$`)
	// several is what the compiler says where a call also returns an error.
	several = regexp.MustCompile(`^multiple-value (.+) \(value of type \([^,]+, (?:\w+ )?error\)\)`)
	// unknown is what the compiler says of a name that is not there; if it knows the right one itself, it goes on.
	unknown = regexp.MustCompile(`^(?:undefined: \w+\.(\w+)|unknown field (\w+) in struct literal of type \S+|\S+ undefined \(.* has no field or method (\w+)\))$`)
	// frame is a line of a stack trace as GoNB annotates it.
	frame = regexp.MustCompile(`(?:\x1b\[7m)?\[\[ Cell (?:\[(\d+)\] )?Line (-?\d+) \]\](?:\x1b\[0m)? [^\n]*?main\.go:\d+(?: \+0x[0-9a-f]+)?|(\S*/gonb_[0-9a-f]{8}/main\.go):(\d+)(?: \+0x[0-9a-f]+)?`)
)

// tidy makes a failure of what GoNB says about a cell: "exit status 2" with the
// panic that led to it, or the compiler's errors with cell and line.
func (r *relay) tidy(run *running, content map[string]any) *failure {
	value, _ := content["evalue"].(string)
	trace, _ := content["traceback"].([]any)
	if status.MatchString(strings.TrimSpace(value)) {
		return r.ended(run, strings.TrimSpace(value))
	}
	f := &failure{name: "error"}
	for _, entry := range trace {
		text, _ := entry.(string)
		if line := r.problem(color.ReplaceAllString(text, "")); line != "" {
			f.lines = append(f.lines, line)
		}
	}
	if len(f.lines) == 0 {
		f.lines = []string{folder.ReplaceAllString(value, "")}
	}
	f.value = firstLine(f.lines[0])
	return f
}

// ended is the failure of a program that was made, and ended badly.
func (r *relay) ended(run *running, how string) *failure {
	f := &failure{name: "error", value: how, lines: []string{how}, compiled: true}
	if how == "signal: interrupt" {
		f.name, f.value, f.lines = "interrupted", "the cell was stopped", []string{"the cell was stopped"}
	}
	if said := strings.TrimRight(strings.TrimPrefix(run.said, "error: "), "\n"); said != "" && strings.HasPrefix(how, "exit status") {
		f.value, f.lines, run.said = firstLine(said), strings.Split(said, "\n"), ""
	}
	if panics := run.panics.String(); panics != "" {
		f.lines = r.trace(panics)
		f.name, f.value = "panic", firstLine(panics)
	}
	return f
}

// problem is one entry of GoNB's account of a compilation: cell and line, the
// lines around it, and the message; or one line of the go tool.
func (r *relay) problem(entry string) string {
	lines := strings.Split(strings.TrimRight(entry, "\n"), "\n")
	message := strings.TrimSpace(lines[len(lines)-1])
	if at := cellLine.FindStringSubmatch(lines[0]); at != nil {
		number, _ := strconv.Atoi(at[1])
		line, _ := strconv.Atoi(at[2])
		if call := several.FindStringSubmatch(message); call != nil {
			message += "; census.Must(" + call[1] + ") is the value alone, and ends the cell if there is an error"
		}
		if name := unknown.FindStringSubmatch(message); name != nil && r.cells[number] != nil {
			message += r.cells[number].cell.Suggestions[name[1]+name[2]+name[3]]
		}
		return r.place(number, line-1) + ": " + message + r.quote(number, line-1)
	}
	if noise.MatchString(message) {
		return ""
	}
	if len(lines) > 1 {
		return "in what the kernel added to the cell (%source shows it): " + message
	}
	return folder.ReplaceAllString(inMain.ReplaceAllString(message, ""), "")
}

// place names a line of a cell as the user sees it, from the line in its program.
func (r *relay) place(number, line int) string {
	if from := r.origin(number, line); from >= 0 {
		return fmt.Sprintf("cell [%d], line %d", number, from+1)
	}
	return fmt.Sprintf("cell [%d], in what the kernel added (%%source shows it)", number)
}

// origin is the line of the user's cell, from 0; -1 if there is none.
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

// quote is the line that is meant, on a line of its own.
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

// stream tidies a piece of output and reports whether to publish it. A panic's
// trace is held back for the error that follows it, and so are GoNB's "exit status" and what begins with "error: ", until more comes.
func (r *relay) stream(run *running, content map[string]any) bool {
	text, _ := content["text"].(string)
	if content["name"] != "stderr" {
		return true
	}
	if run.panics.Len() > 0 {
		run.panics.WriteString(text)
		return false
	}
	if status.MatchString(strings.TrimSpace(text)) {
		return false // the error says so
	}
	at, before := 0, run.said // which was not the end
	run.said = ""
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "error: ") {
			run.said = r.places(text[at:])
			break
		}
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			run.panics.WriteString(text[at:])
			break
		}
		at += len(line)
	}
	content["text"] = before + r.places(text[:at])
	return content["text"] != ""
}

// release publishes what was held back as it may be the error of the cell, and is not, or not alone.
func (r *relay) release(run *running) {
	if run.said != "" {
		r.compiling.output(r, run, false)
		r.out.send(r.out.iopub, run.request.answer("stream", false, map[string]any{"name": "stderr", "text": run.said}))
		run.said = ""
	}
}

// places names cells and lines in a text that names GoNB's files.
func (r *relay) places(text string) string {
	if !strings.Contains(text, "gonb_") && !strings.Contains(text, "[[ Cell") {
		return text // frame looks long for what is not there
	}
	return frame.ReplaceAllStringFunc(text, func(found string) string {
		at := frame.FindStringSubmatch(found)
		if at[3] != "" {
			line, _ := strconv.Atoi(at[4])
			return look(r, at[3], line)
		}
		if at[1] == "" {
			return "in what the kernel added"
		}
		number, _ := strconv.Atoi(at[1])
		line, _ := strconv.Atoi(at[2])
		return r.place(number, line-1)
	})
}

// look names a line of GoNB's program that GoNB has not annotated: it reads a trace as it comes, and misses a name that comes in two
// pieces. The line is looked for in the last cell that has it once, by its text.
func look(r *relay, file string, line int) string {
	const unknown = "in what the kernel added"
	text, err := os.ReadFile(file)
	lines := strings.Split(string(text), "\n")
	if err != nil || line < 1 || line > len(lines) || strings.TrimSpace(lines[line-1]) == "" {
		return unknown
	}
	want := strings.TrimSpace(lines[line-1])
	for _, number := range slices.Backward(slices.Sorted(maps.Keys(r.cells))) {
		found, times := 0, 0
		for i, l := range strings.Split(r.cells[number].cell.Code, "\n") {
			if strings.TrimSpace(l) == want {
				found, times = i, times+1
			}
		}
		if times == 1 && r.origin(number, found) >= 0 {
			return r.place(number, found)
		}
	}
	return unknown
}

// trace is a panic for the user: its message, and the calls that led to it as far as
// they are in cells or in a package, innermost first.
func (r *relay) trace(text string) []string {
	var lines []string
	head, stack, _ := strings.Cut(text, "\ngoroutine ")
	lines = append(lines, strings.Split(strings.TrimSpace(head), "\n")...)
	stack, _, _ = strings.Cut(stack, "\n\n") // of the goroutine that panicked
	call := ""
	for line := range strings.Lines(stack) {
		line = strings.TrimRight(line, "\n")
		if !strings.HasPrefix(line, "\t") {
			call, _, _ = strings.Cut(line, "(0x")
			call = strings.TrimSuffix(call, "(...)")
			continue
		}
		where := strings.TrimSpace(r.places(line))
		where, _, _ = strings.Cut(where, " +0x")
		if strings.HasPrefix(call, "panic") || strings.HasPrefix(call, "runtime.") || call == "" {
			continue
		}
		if call == "main.main()" {
			lines = append(lines, "    "+where)
		} else {
			lines = append(lines, "    "+strings.TrimPrefix(strings.TrimSuffix(call, "()"), "main.")+" at "+where)
		}
	}
	return lines
}
