package cells

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"

	"chesscensus/jupyter/internal/cells/kinds"
)

// fingerprints returns a text for each variable that changes with its value: of a stored variable the checksum of its file, of a remade one
// the number of its binding.
func (n *Notebook) fingerprints(names []string) map[string]string {
	prints := make(map[string]string)
	for _, name := range names {
		v := n.vars[name]
		if v == nil {
			continue
		}
		if v.way != stored {
			prints[name] = fmt.Sprint("definition ", v.serial)
		} else if data, err := os.ReadFile(filepath.Join(n.Values, name)); err == nil {
			prints[name] = fmt.Sprintf("%x", sha256.Sum256(data))
		}
	}
	return prints
}

// changedInputs returns the inputs of a definition whose values have changed since it was evaluated: evaluated
// again, it may return another value.
func (n *Notebook) changedInputs(def *definition) (names []string) {
	now := n.fingerprints(def.inputs)
	for _, name := range def.inputs {
		if v := n.vars[name]; v != nil && kinds.IsGenerator(v.typ) {
			continue // its state changes with each number that is drawn
		}
		if before, known := def.inputPrints[name]; known && now[name] != before {
			names = append(names, name)
		}
	}
	return names
}

// changeNotices returns the lines by which a cell tells the user that a value is remade from other inputs than before, or has lost what it
// remembered.
func (n *Notebook) changeNotices(helper string, needs []*binding) (lines []string) {
	for _, v := range needs {
		if v.way != remade {
			continue
		}
		switch names := n.changedInputs(v.def); {
		case len(names) > 0:
			lines = append(lines, fmt.Sprintf("%s.Changed(%q, %#v...)", helper, v.name, names))
		case v.forgets:
			lines = append(lines, fmt.Sprintf("%s.Changed(%q)", helper, v.name))
		}
	}
	return lines
}
