package drawing

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"

	"chesscensus/internal/safefile"
)

// Formats are the names of the formats of an Encoder, and the extensions of the files that Save writes.
var Formats = []string{"png", "svg", "pdf"}

// ErrNoNotebook is returned by Show if the program was not started by GoNB.
var ErrNoNotebook = errors.New("plots: not inside a GoNB notebook, nothing shown")

// An Encoder writes a picture in one of the formats.
type Encoder interface {
	Encode(w io.Writer, format string) error
}

// Save writes dir/name.png, .svg and .pdf, makes the folder if need be, and returns the paths written. Each file appears complete or not at
// all. An error names the file; files before it are kept.
func Save(e Encoder, dir, name string) ([]string, error) {
	if name == "" || name != filepath.Base(name) || name == "." || name == ".." {
		return nil, fmt.Errorf("plots: %q is no name for a figure (want one without a path)", name)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("plots: figure folder: %w", err)
	}
	var paths []string
	for _, format := range Formats {
		path := filepath.Join(dir, name+"."+format)
		f, err := safefile.Create(path, 0o666)
		if err != nil {
			return paths, fmt.Errorf("plots: writing %s: %w", path, err)
		}
		defer f.Drop()
		if err := e.Encode(f, format); err != nil {
			return paths, fmt.Errorf("plots: writing %s: %w", path, err)
		}
		if err := f.Commit(); err != nil {
			return paths, fmt.Errorf("plots: writing %s: %w", path, err)
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// Send shows data in the notebook.
func Send(data map[protocol.MIMEType]any) error {
	if !gonbui.IsNotebook {
		return ErrNoNotebook
	}
	gonbui.SendData(&protocol.DisplayData{Data: data})
	if err := gonbui.Error(); err != nil {
		return fmt.Errorf("plots: showing in the notebook: %w", err)
	}
	return nil
}
