package cli

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"chesscensus/chess/notation/forms"
)

// An Input is a source of lines: arguments, standard input or a file.
type Input struct {
	io.Reader
	Name string // for errors: "argument", "standard input", or that of a file
	file *os.File
}

// Argument is the name of an input that consists of arguments.
const Argument = "argument"

// Close closes the file, if the input has opened one.
func (in *Input) Close() {
	if in.file != nil {
		_ = in.file.Close() // it was only read
	}
}

// ArgumentInput returns an input with a line for each argument, or standard input if there are no arguments.
func (a *App) ArgumentInput(args []string) (*Input, error) {
	if len(args) == 0 {
		return a.OpenInput("-")
	}
	for i, arg := range args {
		switch {
		case strings.TrimSpace(arg) == "":
			return nil, Usagef("argument %d is empty, want a line such as a FEN record", i+1)
		case strings.ContainsRune(arg, '\n'):
			return nil, Usagef("argument %.40q contains a line end; give lines on standard input", arg)
		}
	}
	return &Input{Reader: strings.NewReader(strings.Join(args, "\n")), Name: Argument}, nil
}

// ArgumentOrFileInput is [App.ArgumentInput] for a command that also accepts the name of a file: a single argument that names an
// existing file and is not a position, or - for standard input. A single word that is neither a position nor a file is an error.
func (a *App) ArgumentOrFileInput(args []string) (*Input, error) {
	if len(args) == 1 && args[0] == "-" {
		return a.OpenInput("-")
	}
	fileCount := 0
	for _, arg := range args {
		if isFile(arg) {
			fileCount++
		}
	}
	switch {
	case fileCount == 0 && len(args) == 1 && !strings.ContainsAny(args[0], " \t\n"):
		_, err := forms.Read(args[0])
		switch {
		case err == nil:
			return a.ArgumentInput(args)
		case strings.Count(args[0], "/") != 7 && !strings.Contains(args[0], "://"):
			return nil, fmt.Errorf("%.80q is neither a file nor a FEN record, nor another form of a position", args[0])
		}
		return nil, fmt.Errorf("no file has this name, and it is no position: %w", err)
	case fileCount == 0:
		return a.ArgumentInput(args)
	case len(args) > 1:
		return nil, Usagef("want FEN records or one file, found %d arguments and files among them; "+
			"chesscensus reads several files from standard input: cat FILES | chesscensus ...", len(args))
	}
	return a.OpenInput(args[0])
}

// OpenInput opens a file as an input; - is standard input. What begins as a file of gzip is decompressed; a file whose name ends in .gz must
// be one. A file that is an output of the run as well is an error.
func (a *App) OpenInput(name string) (*Input, error) {
	if name == "-" {
		return &Input{Reader: &unpacker{in: a.In}, Name: "standard input"}, a.registerInput(a.In, "standard input")
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	if err := a.registerInput(f, name); err != nil {
		_ = f.Close() // nothing was read
		return nil, err
	}
	in := &Input{Reader: &unpacker{in: f}, Name: name, file: f}
	if strings.EqualFold(filepath.Ext(name), ".gz") {
		if in.Reader, err = gzip.NewReader(f); err != nil {
			in.Close()
			return nil, fmt.Errorf("%s: want a file of gzip: %w", name, err)
		}
	}
	return in, nil
}

// gzipMagic is how every file of gzip begins. No text that a command reads does.
const gzipMagic = "\x1f\x8b"

// An unpacker reads from in, and decompresses it if it begins as a file of gzip. It reads nothing before the first Read.
type unpacker struct {
	in, text io.Reader
	err      error // why nothing can be read
}

// Read reads the text.
func (u *unpacker) Read(p []byte) (int, error) {
	if u.text == nil {
		r := bufio.NewReader(u.in)
		u.text = r
		switch head, err := r.Peek(len(gzipMagic)); {
		case string(head) == gzipMagic:
			u.text, u.err = gzip.NewReader(r)
		case err == io.EOF:
			u.text = bytes.NewReader(head) // a terminal goes on behind the end that it has told
		default:
			u.err = err
		}
	}
	if u.err != nil {
		return 0, u.err
	}
	return u.text.Read(p)
}

// isFile reports whether an argument names a file and is not a position in any form.
func isFile(arg string) bool {
	if _, err := forms.Read(arg); err == nil {
		return false
	}
	info, err := os.Stat(arg)
	return err == nil && !info.IsDir()
}

// fileSize returns the length of the input in bytes if it is a regular file that is read as it is, and otherwise 0.
func (in *Input) fileSize() uint64 {
	u, ok := in.Reader.(*unpacker)
	if !ok {
		return 0
	}
	f, ok := u.in.(*os.File)
	if !ok {
		return 0
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	var head [len(gzipMagic)]byte
	if _, err := f.ReadAt(head[:], 0); err == nil && string(head[:]) == gzipMagic {
		return 0
	}
	return uint64(info.Size())
}

// FilterInput passes every line of the input through l.Do and writes the results in order, see
// [App.Filter]. Of a CSV file with a column fen it passes only that column.
func (a *App) FilterInput(ctx context.Context, in *Input, l LineFilter) error {
	l.Name = in.Name
	bar := a.ProgressBar(in.fileSize(), "bytes")
	defer bar.Finish()
	l.OnRead = bar.Set
	r, isCSV := fenColumn(in.Reader)
	if isCSV {
		l.First = 2
	}
	return l.Run(ctx, a.Workers, r, a.Outputs())
}
