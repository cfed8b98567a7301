package widgets

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A Func answers a question of a picture with a value that can be encoded as JSON. Its context ends when a newer question comes.
type Func func(ctx context.Context, question json.RawMessage) (any, error)

// maxKept is the number of programs whose files are kept, each a link to some 20 MB. Pictures of earlier programs get no more answers.
const maxKept = 12

// offers counts the calls of Offer in this program.
var offers struct {
	sync.Mutex
	count  int
	folder string // of this program, "" before the first offer
}

// Offer makes f answer the questions of a picture, and returns the address for them. It returns the zero value if there is no kernel or its
// folder cannot be written. In a program that was started to answer for this picture Offer does not return.
func Offer(f Func) Address {
	offers.Lock()
	offers.count++
	number := strconv.Itoa(offers.count)
	if os.Getenv(numberEnv) == number {
		offers.Unlock()
		serve(f, exitAtEnd{os.Stdin}, os.NewFile(3, "answers"))
		os.Exit(0)
	}
	defer offers.Unlock()
	dir, kernel := os.Getenv(FolderEnv), os.Getenv(KernelEnv)
	if dir == "" || kernel == "" || Answering() {
		return Address{}
	}
	if offers.folder == "" {
		folder, err := saveProgram(dir)
		if err != nil {
			return Address{}
		}
		offers.folder = folder
	}
	return Address{Kernel: kernel, Picture: offers.folder + "-" + number}
}

// Answering reports whether the program was started to answer. Its output is discarded then and need not be computed.
func Answering() bool { return os.Getenv(numberEnv) != "" }

// An exitAtEnd is a reader that ends the program at the end of its input: the kernel has ended then.
type exitAtEnd struct{ io.Reader }

// Read implements io.Reader. It never returns an error.
func (e exitAtEnd) Read(data []byte) (int, error) {
	n, err := e.Reader.Read(data)
	if err != nil {
		os.Exit(0)
	}
	return n, err
}

// saveProgram writes a link to the program and its origin into a new folder of dir, and returns the name of the new folder.
func saveProgram(dir string) (name string, err error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	o := origin{Args: os.Args, Env: os.Environ()}
	if o.Dir, err = os.Getwd(); err != nil {
		return "", err
	}
	data, err := json.Marshal(&o)
	if err != nil {
		return "", err
	}
	var random [6]byte
	rand.Read(random[:])
	name = hex.EncodeToString(random[:])
	folder := filepath.Join(dir, name)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	err = link(program, filepath.Join(folder, programName))
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, originName), data, 0o600) // readable by this user only, as it has the environment
	}
	if err != nil {
		os.RemoveAll(folder)
		return "", err
	}
	prune(dir)
	return name, nil
}

// link makes a link to a file, or a copy if the two are on different disks. The linker writes the next cell's program in the place of
// this one as a new file, so the link keeps its content.
func link(from, to string) error {
	if os.Link(from, to) == nil {
		return nil
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o700)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// prune removes the oldest programs beyond maxKept.
func prune(dir string) {
	var list []fs.FileInfo
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && e.IsDir() {
			list = append(list, info)
		}
	}
	slices.SortFunc(list, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, info := range list[:max(0, len(list)-maxKept)] {
		os.RemoveAll(filepath.Join(dir, info.Name()))
	}
}

// serve answers questions until the end of in, the last one included. It ignores a line that is no question.
func serve(f Func, in io.Reader, out io.Writer) {
	write := json.NewEncoder(out)
	for q := range dropOutdated(readQuestions(in)) {
		a := numberedAnswer{Number: q.Number}
		if q.dropped {
			a.Dropped = true
		} else {
			a.Answer = answer(q.ctx, f, q.Value)
			q.cancel()
		}
		if write.Encode(a) != nil {
			return
		}
	}
}

// A pendingQuestion is a question that was read and has no answer yet.
type pendingQuestion struct {
	numberedQuestion
	ctx     context.Context
	cancel  context.CancelFunc
	dropped bool
}

// readQuestions reads questions and passes them on. The context of a question ends when the next one is read.
func readQuestions(in io.Reader) <-chan pendingQuestion {
	questions := make(chan pendingQuestion)
	go func() {
		defer close(questions)
		cancel := context.CancelFunc(func() {})
		read := bufio.NewReader(in)
		for {
			line, err := read.ReadBytes('\n')
			q := pendingQuestion{}
			if json.Unmarshal(line, &q.numberedQuestion) == nil {
				cancel()
				q.ctx, q.cancel = context.WithCancel(context.Background())
				cancel = q.cancel
				questions <- q
			}
			if err != nil {
				return
			}
		}
	}()
	return questions
}

// dropOutdated passes questions on in their order. All but the newest of those that wait are marked as dropped.
func dropOutdated(in <-chan pendingQuestion) <-chan pendingQuestion {
	out := make(chan pendingQuestion)
	go func() {
		defer close(out)
		var queue []pendingQuestion
		for in != nil || len(queue) > 0 {
			var to chan<- pendingQuestion // nil while none waits
			var first pendingQuestion
			if len(queue) > 0 {
				to, first = out, queue[0]
			}
			select {
			case q, ok := <-in:
				if !ok {
					in = nil
					break
				}
				for i := range queue {
					queue[i].dropped = true
				}
				queue = append(queue, q)
			case to <- first:
				queue = queue[1:]
			}
		}
	}()
	return out
}

// answer returns the answer of f. A panic of f becomes an error, so that the next question can be answered.
func answer(ctx context.Context, f Func, question json.RawMessage) (a Answer) {
	defer func() {
		if p := recover(); p != nil {
			a = Answer{Error: fmt.Sprint(p)}
		}
	}()
	value, err := f(ctx, question)
	if err != nil {
		if ctx.Err() != nil {
			return Answer{Dropped: true}
		}
		return Answer{Error: strings.TrimPrefix(err.Error(), "chesscensus: ")}
	}
	data, err := json.Marshal(value)
	if err != nil {
		return Answer{Error: err.Error()}
	}
	return Answer{Value: data}
}
