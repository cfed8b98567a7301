package plots

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"

	"chesscensus/internal/atomicfile"
	"chesscensus/plots/internal/lettering"
)

// formats are the names that Encode knows, and the extensions of the files
// that Save writes.
var formats = []string{"png", "svg", "pdf"}

// errNoNotebook is returned by Show if the program was not started by GoNB.
var errNoNotebook = errors.New("plots: not inside a GoNB notebook, nothing shown")

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

// HTML is the figure as part of a page: a drawing that is sharp at any size, without a background, in the page's colors of texts. Where a page shows no drawings,
// as a notebook that is not trusted, a picture of it stands in its place.
func (f *Figure) HTML() (string, error) {
	o := f.Options
	svg, err := lettering.Page(o.Width, o.Height, f.lay)
	if err != nil {
		return "", err
	}
	var picture bytes.Buffer
	if err := lettering.Encode(&picture, "small", o.Width, o.Height, f.paint); err != nil {
		return "", err
	}
	return fmt.Sprintf(`<div class="cc-figure"><style>.cc-figure img{display:none}</style>%s<img alt="%s" style="max-width:%.0fpx" src="data:image/png;base64,%s"></div>`,
		svg, html.EscapeString(f.String()), o.Width.Dots(96), base64.StdEncoding.EncodeToString(picture.Bytes())), nil
}

// show sends a picture to the notebook in the given formats, of which Jupyter
// takes the best that it may show.
func show(e encoder, formats ...string) error {
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
	return send(data)
}

// send shows data in the notebook.
func send(data map[protocol.MIMEType]any) error {
	if !gonbui.IsNotebook {
		return errNoNotebook
	}
	gonbui.SendData(&protocol.DisplayData{Data: data})
	if err := gonbui.Error(); err != nil {
		return fmt.Errorf("plots: showing in the notebook: %w", err)
	}
	return nil
}
