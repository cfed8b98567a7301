package plots

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"chesscensus/internal/atomicfile"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// formats are the names that Encode knows, and the extensions of the files
// that Save writes.
var formats = []string{"png", "svg", "pdf"}

// ErrNoNotebook is returned by Show if the program was not started by GoNB.
var ErrNoNotebook = errors.New("plots: not inside a GoNB notebook, nothing shown")

// An encoder writes a picture in one of the formats.
type encoder interface {
	Encode(w io.Writer, format string) error
}

// save writes one file for each format, see Figure.Save.
func save(e encoder, dir, name string) ([]string, error) {
	if name == "" || name != filepath.Base(name) || name == "." || name == ".." {
		return nil, fmt.Errorf("plots: %q is no name for a figure (want one without a path)", name)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("plots: figure folder: %w", err)
	}
	var paths []string
	for _, format := range formats {
		path := filepath.Join(dir, name+"."+format)
		f, err := atomicfile.Create(path, 0o666)
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

// show sends a picture to the notebook in the given formats, of which Jupyter
// takes the best that it may show.
func show(e encoder, formats ...string) error {
	if !gonbui.IsNotebook {
		return ErrNoNotebook
	}
	data := map[protocol.MIMEType]any{}
	for _, format := range formats {
		var b bytes.Buffer
		if err := e.Encode(&b, format); err != nil {
			return err
		}
		switch format {
		case "svg":
			data[protocol.MIMEImageSVG] = b.String()
		case "png":
			data[protocol.MIMEImagePNG] = b.Bytes()
		}
	}
	gonbui.SendData(&protocol.DisplayData{Data: data})
	if err := gonbui.Error(); err != nil {
		return fmt.Errorf("plots: showing in the notebook: %w", err)
	}
	return nil
}
