package widgets

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// maxRunning is the number of programs that a [Host] keeps. One more ends the one that was not asked for the longest time.
const maxRunning = 3

// maxWaiting is the number of questions that wait for a program before more are refused: a program that does not
// reach its call of Offer reads none.
const maxWaiting = 256

// A Host runs the programs that answer. Its methods may be called by several goroutines.
type Host struct {
	// Dir is the folder that FolderEnv names.
	Dir string

	mu      sync.Mutex
	running []*program // the one asked last is the last
	closed  bool
}

// A program is the running program of a picture.
type program struct {
	picture   string
	cmd       *exec.Cmd
	questions chan numberedQuestion
	stderr    tail

	mu      sync.Mutex
	last    int                  // number of the last question
	replies map[int]func(Answer) // by the numbers of unanswered questions; nil once the program has ended
}

// Ask passes a question to a picture's program, which it starts if necessary. It does not wait; reply is called once, mostly by another
// goroutine.
func (h *Host) Ask(q Question, reply func(Answer)) {
	h.mu.Lock()
	p, err := h.programFor(q.Picture)
	h.mu.Unlock()
	switch {
	case errors.Is(err, os.ErrNotExist):
		reply(Answer{Gone: true})
	case err != nil:
		reply(Answer{Error: err.Error()})
	default:
		p.ask(q.Value, reply)
	}
}

// programFor returns the running program of a picture, and starts it if necessary. The error wraps os.ErrNotExist if there is no file to
// run.
func (h *Host) programFor(picture string) (*program, error) {
	if i := slices.IndexFunc(h.running, func(p *program) bool { return p.picture == picture && !p.ended() }); i >= 0 {
		p := h.running[i]
		h.running = append(slices.Delete(h.running, i, i+1), p)
		return p, nil
	}
	h.running = slices.DeleteFunc(h.running, func(p *program) bool { return p.ended() })
	folder, number, ok := parsePicture(picture)
	if !ok || h.closed {
		return nil, os.ErrNotExist
	}
	p, err := start(filepath.Join(h.Dir, folder), number)
	if err != nil {
		return nil, err
	}
	p.picture = picture
	h.running = append(h.running, p)
	if len(h.running) > maxRunning {
		h.running[0].kill()
		h.running = slices.Delete(h.running, 0, 1)
	}
	return p, nil
}

// Close ends all programs.
func (h *Host) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, p := range h.running {
		p.kill()
	}
	h.running, h.closed = nil, true
}

// start runs the program in a folder, to answer for the picture of a number.
func start(folder, number string) (*program, error) {
	data, err := os.ReadFile(filepath.Join(folder, originName))
	if err != nil {
		return nil, err
	}
	var o origin
	if err := json.Unmarshal(data, &o); err != nil || len(o.Args) == 0 {
		return nil, fmt.Errorf("%s is damaged; run the cell again", originName)
	}
	p := &program{questions: make(chan numberedQuestion, maxWaiting), replies: make(map[int]func(Answer))}
	cmd := exec.Command(filepath.Join(folder, programName), o.Args[1:]...)
	cmd.Dir = o.Dir
	cmd.Env = append(slices.DeleteFunc(o.Env, isNotebookVariable), numberEnv+"="+number)
	cmd.Stderr = &p.stderr
	ownGroup(cmd)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer write.Close()
	cmd.ExtraFiles = []*os.File{write}
	if err := cmd.Start(); err != nil {
		read.Close()
		return nil, fmt.Errorf("the program of the cell cannot be run again: %w", err)
	}
	p.cmd = cmd
	go p.write(in)
	go p.read(read)
	return p, nil
}

// isNotebookVariable reports whether an environment variable connects a cell with GoNB. The program is run without it, so that its output
// does not reach the notebook.
func isNotebookVariable(variable string) bool {
	return strings.HasPrefix(variable, "GONB_PIPE") || strings.HasPrefix(variable, numberEnv+"=")
}

// ask queues a question for the program, or replies with an error if the program has ended or too many questions wait.
func (p *program) ask(value json.RawMessage, reply func(Answer)) {
	p.mu.Lock()
	if p.replies == nil {
		p.mu.Unlock()
		reply(Answer{Error: p.failureText()})
		return
	}
	p.last++
	q := numberedQuestion{p.last, value}
	select {
	case p.questions <- q:
		p.replies[q.Number] = reply
		p.mu.Unlock()
	default:
		p.mu.Unlock()
		reply(Answer{Error: "the program of the cell is busy with what stands before the picture"})
	}
}

// write writes questions until the program has ended.
func (p *program) write(in io.WriteCloser) {
	defer in.Close()
	encoder := json.NewEncoder(in)
	for q := range p.questions {
		if encoder.Encode(q) != nil {
			return
		}
	}
}

// read passes answers on until the program ends. Then all unanswered questions get an error.
func (p *program) read(out *os.File) {
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadBytes('\n')
		var a numberedAnswer
		if json.Unmarshal(line, &a) == nil {
			p.mu.Lock()
			reply := p.replies[a.Number]
			delete(p.replies, a.Number)
			p.mu.Unlock()
			if reply != nil {
				reply(a.Answer)
			}
		}
		if err != nil {
			break
		}
	}
	out.Close()
	p.kill() // without its pipe for answers it is of no use
	p.cmd.Wait()
	p.mu.Lock()
	unanswered := p.replies
	p.replies = nil
	close(p.questions)
	p.mu.Unlock()
	for _, reply := range unanswered {
		reply(Answer{Error: p.failureText()})
	}
}

// ended reports whether the program has ended.
func (p *program) ended() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.replies == nil
}

// kill ends the program at once.
func (p *program) kill() { p.cmd.Process.Kill() }

// failureText returns the reason why a program gives no answer.
func (p *program) failureText() string {
	text := "the program of the cell ended before it could answer; run the cell again"
	if message := p.stderr.String(); message != "" {
		text += ": " + message
	}
	return text
}

// A tail is a writer that keeps the last tailBytes bytes.
type tail struct {
	mu   sync.Mutex
	data []byte
}

// tailBytes is the number of bytes that a tail keeps.
const tailBytes = 2000

// Write never fails.
func (t *tail) Write(data []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.data = append(t.data, data...)
	t.data = t.data[max(0, len(t.data)-tailBytes):]
	return len(data), nil
}

// String returns the line with which a panic or an error of a cell begins, or else the last one.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(string(bytes.TrimSpace(t.data)), "\n")
	for _, line := range lines {
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "error: ") {
			return line
		}
	}
	return lines[len(lines)-1]
}
