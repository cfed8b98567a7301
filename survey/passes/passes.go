package passes

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"chesscensus/internal/filelock"
	"chesscensus/legality/lines"
	"chesscensus/survey"
	"chesscensus/survey/filter"
)

// A Run judges a list again and again with growing budgets, as texelutil
// proofgame -f -o does: pass i writes Prefix and the number i of two digits, and reads
// what pass i-1 wrote. It ends after the first pass that leaves no work.
//
// While a pass is written its file ends in ".part"; a line is in it as soon as it is
// judged. A run that was broken off, by whatever means, goes on after the last whole line
// when the same is run again. The file is locked meanwhile, so that a second run
// with the same Prefix stops instead of writing into it.
type Run struct {
	Prefix string
	// Passes at most, at least 1.
	Passes int
	// Workers, at least 1; they do not change what is written.
	Workers int
	// Judge judges the lines; the run sets the pass.
	Judge *Judge
	// Progress receives a line for every position that was not decided before, as texelutil
	// prints it, Notices what should be known, Bad the errors of lines. Nil drops them.
	Progress io.Writer
	Notices  io.Writer
	Bad      func(error)
}

// Do makes all passes. The input of the first is in. The error is [filter.ErrBadLines] if
// everything was done but for lines that were given to Bad, a [*survey.SyntaxError] if a
// pass belongs to another list, the fault of an engine, or that of files and context.
func (r *Run) Do(ctx context.Context, in io.Reader) error {
	return r.Judge.Stoppable(ctx, func(ctx context.Context) error { return r.do(ctx, in) })
}

func (r *Run) do(ctx context.Context, in io.Reader) error {
	bad, idle := false, true
	for i := range r.Passes {
		p, err := r.open(i, in)
		if err != nil {
			return err
		}
		idle = idle && p.complete
		err = r.pass(ctx, p, i)
		if bad = bad || errors.Is(err, filter.ErrBadLines); err != nil && !errors.Is(err, filter.ErrBadLines) {
			return err
		}
		if !p.counts.work() {
			break
		}
		f, err := os.Open(p.name)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	if idle {
		r.notice("nothing was left to do; to judge the list again choose another -o or remove %s*\n", r.Prefix)
	}
	if bad {
		return filter.ErrBadLines
	}
	return nil
}

func (r *Run) notice(format string, args ...any) {
	if r.Notices != nil {
		fmt.Fprintf(r.Notices, format, args...)
	}
}

// pass makes one pass, or what is left of it, and gives its file the final name.
func (r *Run) pass(ctx context.Context, p *pass, i int) error {
	defer p.file.Close()
	if p.complete {
		if err := p.skip(); err != nil {
			return err
		}
		r.notice("%s is complete: %s\n", p.name, p.counts)
		return nil
	}
	if err := p.resume(); err != nil {
		return err
	}
	r.Judge.SetPass(i, i == r.Passes-1)
	err := filter.Lines{Name: p.from, First: p.input.skipped + 1, Batch: Batch, Comments: true,
		Do: func(dst, side []byte, line string) ([]byte, []byte, error) {
			dst, _, err := r.Judge.Line(ctx, dst, line)
			return dst, side, err
		}}.Run(ctx, r.Workers, p.input, filter.Outputs{Out: p, Bad: r.Bad})
	if err != nil && !errors.Is(err, filter.ErrBadLines) {
		return err
	}
	return errors.Join(p.finish(), err)
}

// Batch is the number of lines that a worker judges before they are written, where a line may
// take long.
const Batch = 8

// A pass is one pass over a list.
type pass struct {
	name     string
	from     string // name of the input
	complete bool   // made by an earlier run
	file     *os.File
	input    *mirror
	lines    int // lines that are written
	counts   passCounts
	progress io.Writer
	start    time.Time
}

// name returns the name of the file of pass i.
func (r *Run) name(i int) string { return fmt.Sprintf("%s%02d", r.Prefix, i) }

// open opens the files of pass i.
func (r *Run) open(i int, in io.Reader) (*pass, error) {
	p := &pass{name: r.name(i), input: newMirror(in), progress: r.Progress, start: time.Now()}
	if i > 0 {
		p.from = r.name(i - 1)
	}
	if f, err := os.Open(p.name); err == nil {
		p.complete, p.file = true, f
		return p, nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	f, err := os.OpenFile(p.name+".part", os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if errors.Is(filelock.Try(f), filelock.ErrLocked) {
		_ = f.Close()
		return nil, fmt.Errorf("%s.part: another run is writing it; wait for its end or choose another -o", p.name)
	}
	p.file = f
	return p, nil
}

// skip compares a complete pass with its input and counts what it says.
func (p *pass) skip() error {
	if _, err := p.compare(); err != nil {
		return err
	}
	if line, err := p.input.skip(); err == nil {
		return fmt.Errorf("%s is a pass over a shorter list: it ends before %.60q; choose another -o or remove it", p.name, line)
	}
	return nil
}

// resume goes to the end of the last whole line that is already written.
func (p *pass) resume() error {
	end, err := p.compare()
	if err != nil {
		return err
	}
	if err := p.file.Truncate(end); err != nil {
		return err
	}
	_, err = p.file.Seek(end, io.SeekStart)
	return err
}

// compare reads the lines of the file and of the input side by side, counts them, and
// returns where the last whole line ends.
func (p *pass) compare() (end int64, err error) {
	in := bufio.NewReaderSize(p.file, 64<<10)
	for {
		text, err := in.ReadString('\n')
		if err == io.EOF {
			return end, nil
		}
		if err != nil {
			return end, fmt.Errorf("reading %s: %w", p.file.Name(), err)
		}
		line, err := p.input.skip()
		if err != nil && err != io.EOF {
			return end, fmt.Errorf("reading the input of %s: %w", p.name, err)
		}
		if fenWords(line) != fenWords(text) && !strings.HasPrefix(text, "# unreadable: ") {
			return end, &survey.SyntaxError{File: p.file.Name(), Line: p.lines + 1,
				Msg: fmt.Sprintf("found %.60q where the input has %.60q: another list; choose another -o or remove it", fenWords(text), fenWords(line))}
		}
		p.lines++
		end += int64(len(text))
		p.counts.add(text)
	}
}

// Write receives whole judged lines, in order.
func (p *pass) Write(b []byte) (int, error) {
	if _, err := p.file.Write(b); err != nil {
		return 0, err
	}
	var report bytes.Buffer
	for text := range bytes.Lines(b) {
		line, err := p.input.next()
		if err != nil {
			return 0, err
		}
		p.lines++
		p.counts.add(string(text))
		if old, err := lines.Parse(BeforeTab(line)); err == nil && !old.Done() {
			fmt.Fprintf(&report, "%s time: %.3f\n", p.counts, time.Since(p.start).Seconds())
		}
	}
	if p.progress == nil {
		return len(b), nil
	}
	if _, err := p.progress.Write(report.Bytes()); err != nil {
		return 0, err
	}
	return len(b), nil
}

// finish gives the file its final name, after its content is safe.
func (p *pass) finish() error {
	if err := p.file.Sync(); err != nil {
		return err
	}
	return os.Rename(p.name+".part", p.name)
}

// passCounts says how many lines are in which state.
type passCounts struct{ legal, path, kernel, fail, illegal, other int }

// add counts one judged line.
func (c *passCounts) add(text string) {
	l, err := lines.Parse(strings.TrimSpace(text))
	switch {
	case err != nil: // a comment
	case l.Has("illegal"):
		c.illegal++
	case l.Has("legal"):
		c.legal++
	case l.Has("fail"):
		c.fail++
	case l.Has("path"):
		c.path++
	case l.Has("extKernel"):
		c.kernel++
	default:
		c.other++
	}
}

// work reports whether a further pass has something to do.
func (c passCounts) work() bool { return c.path+c.kernel+c.other > 0 }

// String is the beginning of texelutil's progress line.
func (c passCounts) String() string {
	return fmt.Sprintf("legal: %d path: %d kernel: %d fail: %d illegal: %d", c.legal, c.path, c.kernel, c.fail, c.illegal)
}

// fenWords returns the FEN record of a line as it is written, or the beginning of a line
// without one.
func fenWords(line string) string {
	if l, err := lines.Parse(BeforeTab(line)); err == nil {
		return l.FEN
	}
	words := strings.Fields(line)
	return strings.Join(words[:min(6, len(words))], " ")
}
