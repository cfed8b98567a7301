package cells

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
)

// prints tell the present values of variables from others: the checksum of the file of a stored one, and of one that is made again
// which definition it has.
func (n *Notebook) prints(names []string) map[string]string {
	set := make(map[string]string)
	for _, name := range names {
		v := n.vars[name]
		if v == nil {
			continue
		}
		if v.way != stored {
			set[name] = fmt.Sprint("definition ", v.serial)
		} else if data, err := os.ReadFile(filepath.Join(n.Values, name)); err == nil {
			set[name] = fmt.Sprintf("%x", sha256.Sum256(data))
		}
	}
	return set
}

// stale are the variables that a definition takes and whose values are others now than when it was evaluated: the value
// that it gives is another one, too.
func (n *Notebook) stale(def *definition) (names []string) {
	now := n.prints(def.taken)
	for _, name := range def.taken {
		if before, known := def.with[name]; known && now[name] != before {
			names = append(names, name)
		}
	}
	return names
}

// notes are the lines by which a cell says that a value is made again from others than before.
func (n *Notebook) notes(helper string, need []*binding) (lines []string) {
	for _, v := range need {
		if v.way != again {
			continue
		}
		if names := n.stale(v.def); len(names) > 0 {
			lines = append(lines, fmt.Sprintf("%s.Changed(%q, %#v...)", helper, v.name, names))
		}
	}
	return lines
}
