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

// A Func answers a question of a picture with a value that JSON can write. Its context ends when a newer question comes.
type Func func(ctx context.Context, question json.RawMessage) (any, error)

// keepPrograms is the number of programs whose files are kept: links to some 20 MB each. Pictures of earlier ones are gone.
const keepPrograms = 12

// offered is what this program has offered.
var offered struct {
	sync.Mutex
	count  int
	folder string // of this program, "" before the first offer
}

// Offer makes f answer the questions of a picture, and returns where the picture is to ask. Where no kernel is, or its folder
// cannot be written, that is the zero value. In a program that was started to answer for this picture Offer does not return.
func Offer(f Func) Address {
	offered.Lock()
	offered.count++
	number := strconv.Itoa(offered.count)
	if os.Getenv(numberEnv) == number {
		offered.Unlock()
		serve(f, untilEnd{os.Stdin}, os.NewFile(3, "answers"))
		os.Exit(0)
	}
	defer offered.Unlock()
	dir, kernel := os.Getenv(FolderEnv), os.Getenv(KernelEnv)
	if dir == "" || kernel == "" || Answering() {
		return Address{}
	}
	if offered.folder == "" {
		folder, err := leave(dir)
		if err != nil {
			return Address{}
		}
		offered.folder = folder
	}
	return Address{Kernel: kernel, Picture: offered.folder + "-" + number}
}

// Answering reports whether the program was started to answer. What it would show is thrown away then, and need not be computed.
func Answering() bool { return os.Getenv(numberEnv) != "" }

// untilEnd ends the program with its input, as the kernel has gone then, whatever is being computed.
type untilEnd struct{ io.Reader }

func (u untilEnd) Read(data []byte) (int, error) {
	n, err := u.Reader.Read(data)
	if err != nil {
		os.Exit(0)
	}
	return n, err
}

// leave puts a link to the program and how it was run into a new folder, and returns the name of that.
func leave(dir string) (name string, err error) {
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
		err = os.WriteFile(filepath.Join(folder, originName), data, 0o600) // with the environment: nobody else's business
	}
	if err != nil {
		os.RemoveAll(folder)
		return "", err
	}
	prune(dir)
	return name, nil
}

// link makes a link to a file, or a copy where the two are on different disks. The compiler puts the next cell's program in the place of
// this one as a new file, so the link stays what it is.
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

// prune removes the oldest programs beyond keepPrograms.
func prune(dir string) {
	var list []fs.FileInfo
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && e.IsDir() {
			list = append(list, info)
		}
	}
	slices.SortFunc(list, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, info := range list[:max(0, len(list)-keepPrograms)] {
		os.RemoveAll(filepath.Join(dir, info.Name()))
	}
}

// serve answers questions until there are no more: the last one, too. A line that is no question is left out.
func serve(f Func, in io.Reader, out io.Writer) {
	questions := newest(in)
	write := json.NewEncoder(out)
	for q := range questions {
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

// asked is a question that was read.
type asked struct {
	numberedQuestion
	ctx     context.Context
	cancel  context.CancelFunc
	dropped bool
}

// newest reads questions and passes them on in their order; all but the newest of those that wait are dropped. The context of a question ends
// when the next one is there.
func newest(in io.Reader) <-chan asked {
	lines, out := make(chan asked), make(chan asked)
	go func() {
		defer close(lines)
		cancel := context.CancelFunc(func() {})
		read := bufio.NewReader(in)
		for {
			line, err := read.ReadBytes('\n')
			q := asked{}
			if json.Unmarshal(line, &q.numberedQuestion) == nil {
				cancel()
				q.ctx, q.cancel = context.WithCancel(context.Background())
				cancel = q.cancel
				lines <- q
			}
			if err != nil {
				return
			}
		}
	}()
	go func() {
		defer close(out)
		var wait []asked
		for lines != nil || len(wait) > 0 {
			to, first := out, asked{}
			if len(wait) == 0 {
				to = nil
			} else {
				first = wait[0]
			}
			select {
			case q, ok := <-lines:
				if !ok {
					lines = nil
					break
				}
				for i := range wait {
					wait[i].dropped = true
				}
				wait = append(wait, q)
			case to <- first:
				wait = wait[1:]
			}
		}
	}()
	return out
}

// answer is what f says. A panic is an error, and the next question is answered all the same.
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
