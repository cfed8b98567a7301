package relay

import (
	"fmt"
	"os"
	"strings"
)

// maxOutput is how many bytes of text a cell prints into a notebook, maxRest how many more go to a file.
const (
	maxOutput = 200_000
	maxRest   = 256 << 20
)

// A flood is what a cell has printed. A page with a million lines could hardly be scrolled, or stored with its notebook, so
// what is beyond maxOutput goes to a file.
type flood struct {
	printed int      // bytes in the notebook
	rest    *os.File // nil until there is too much
	kept    int      // bytes in it
	full    bool     // nothing more is written
}

// take shortens a piece of output by what goes to the file, and adds a line that names it, once. It reports whether there is
// something to publish. Where no file can be made all goes to the notebook.
func (f *flood) take(content map[string]any) bool {
	text, _ := content["text"].(string)
	if f.rest == nil {
		if f.printed += len(text); f.printed <= maxOutput {
			return true
		}
		file, err := os.CreateTemp("", "chesscensus-output-*.txt")
		if err != nil {
			return true
		}
		f.rest = file
		head := text[:max(0, len(text)-(f.printed-maxOutput))]
		head = head[:strings.LastIndexByte(head, '\n')+1] // whole lines
		f.write(text[len(head):])
		content["text"] = fmt.Sprintf("%s\n[more than %d kB of output: the rest is in %s]\n", head, maxOutput/1000, file.Name())
		return true
	}
	f.write(text)
	return false
}

// write puts a text into the file, as long as it is not too large.
func (f *flood) write(text string) {
	if f.full {
		return
	}
	if f.kept+len(text) > maxRest {
		text, f.full = fmt.Sprintf("\n[and more, that was not kept: this file ends at %d MB]\n", maxRest>>20), true
	}
	n, err := f.rest.WriteString(text)
	if f.kept += n; err != nil {
		f.full = true // the disk is, too
	}
}

// end closes the file.
func (f *flood) end() {
	if f.rest != nil {
		f.rest.Close()
	}
}

// remove removes the file: it lives as long as the kernel.
func (f *flood) remove() {
	if f.rest != nil {
		os.Remove(f.rest.Name())
	}
}
