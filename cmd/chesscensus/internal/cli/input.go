package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"chesscensus/chess/notation/forms"
)

// An Input is where a command reads its lines from.
type Input struct {
	io.Reader
	Name string // for errors: "argument", "standard input", or that of a file
	file *os.File
}

// Argument is the name of an input that is made of arguments.
const Argument = "argument"

// Close closes the file, if it is one that was opened.
func (in *Input) Close() {
	if in.file != nil {
		_ = in.file.Close() // it was only read
	}
}

// Lines returns the arguments as an input, a line each, or standard input if there are none.
func (a *App) Lines(args []string) (*Input, error) {
	if len(args) == 0 {
		return a.OpenInput("-")
	}
	for _, arg := range args {
		if strings.ContainsRune(arg, '\n') {
			return nil, Usagef("argument %.40q contains a line end; give lines on standard input", arg)
		}
	}
	return &Input{Reader: strings.NewReader(strings.Join(args, "\n")), Name: Argument}, nil
}

// Files is [App.Lines] for a command that takes the name of a file as well: one argument that is no FEN
// record and is there as a file, or - for standard input. A word that is neither is an error of its own.
func (a *App) Files(args []string) (*Input, error) {
	if len(args) == 1 && args[0] == "-" {
		return a.OpenInput("-")
	}
	named := 0
	for _, arg := range args {
		if isFile(arg) {
			named++
		}
	}
	switch {
	case named == 0 && len(args) == 1 && !strings.ContainsAny(args[0], " \t\n"):
		_, err := forms.Read(args[0])
		switch {
		case err == nil:
			return a.Lines(args)
		case strings.Count(args[0], "/") != 7 && !strings.Contains(args[0], "://"):
			return nil, fmt.Errorf("%.80q is neither a file nor a FEN record, nor another form of a position", args[0])
		}
		return nil, fmt.Errorf("no file has this name, and it is no position: %w", err)
	case named == 0:
		return a.Lines(args)
	case len(args) > 1:
		return nil, Usagef("want FEN records or one file, found %d arguments and files among them; chesscensus reads several files from standard input: cat FILES | chesscensus ...", len(args))
	}
	return a.OpenInput(args[0])
}

// OpenInput opens a file as an input, - for standard input. The error says if it is an output as well.
func (a *App) OpenInput(name string) (*Input, error) {
	if name == "-" {
		return &Input{Reader: a.In, Name: "standard input"}, a.reading(a.In, "standard input")
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	if err := a.reading(f, name); err != nil {
		_ = f.Close() // nothing was read
		return nil, err
	}
	return &Input{Reader: f, Name: name, file: f}, nil
}

// isFile reports whether an argument is the name of a file rather than a FEN record.
func isFile(arg string) bool {
	if _, err := forms.Read(arg); err == nil {
		return false
	}
	info, err := os.Stat(arg)
	return err == nil && !info.IsDir()
}

// size returns the length of the input if it is a file, and else 0.
func (in *Input) size() uint64 {
	f := in.file
	if f == nil {
		f, _ = in.Reader.(*os.File)
	}
	if f == nil {
		return 0
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	return uint64(info.Size())
}

// FilterInput passes every line of the input through l.Do and writes the results in order, see
// [App.Filter]. Of a CSV file with a column fen it passes that column.
func (a *App) FilterInput(ctx context.Context, in *Input, l Lines) error {
	l.Name = in.Name
	bar := a.ProgressBar(in.size(), "bytes")
	defer bar.Finish()
	l.Read = bar.Set
	r, columns := fenColumn(in.Reader)
	if columns {
		l.First = 2
	}
	return l.Run(ctx, a.Workers, r, a.Outputs())
}
