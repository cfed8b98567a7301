package relay

import (
	"fmt"
	"os"
	"strings"
)

// maxOutput is the number of bytes of text that a cell can print into a notebook, maxRest how many more go to a file.
const (
	maxOutput = 200_000
	maxRest   = 256 << 20
)

// A flood counts the text that a cell has printed. A page with a million lines could hardly be scrolled, or stored with its notebook, so
// the text beyond maxOutput goes to a file.
type flood struct {
	printed  int      // bytes in the notebook
	rest     *os.File // nil until there is too much
	fileSize int      // bytes in rest
	full     bool     // rest takes nothing more
}

// limit cuts the text of a stream message down to the part that stays in the notebook, and writes the rest to the file. The message with
// the cut gets a line that names the file. limit reports whether there is something to publish. If no file can be created all text stays in
// the notebook.
func (f *flood) limit(content map[string]any) bool {
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

// write appends a text to the file, or a last remark if the file would become larger than maxRest.
func (f *flood) write(text string) {
	if f.full {
		return
	}
	if f.fileSize+len(text) > maxRest {
		text, f.full = fmt.Sprintf("\n[and more, that was not kept: this file ends at %d MB]\n", maxRest>>20), true
	}
	n, err := f.rest.WriteString(text)
	if f.fileSize += n; err != nil {
		f.full = true // the disk is probably full
	}
}

// end closes the file, if there is one.
func (f *flood) end() {
	if f.rest != nil {
		f.rest.Close()
	}
}

// remove removes the file, if there is one. It is called when the kernel ends.
func (f *flood) remove() {
	if f.rest != nil {
		os.Remove(f.rest.Name())
	}
}
