package paper

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"chesscensus/internal/atomicfile"
	"chesscensus/paper/numbers"
)

// A Set is all that goes into a folder.
type Set struct {
	Figures []figure
	Tables  []table
	Values  []numbers.Value
}

// formats are those of the figures.
var formats = []string{"pdf", "svg"}

// Write writes a set into a folder and returns how many files that are:
//
//	1col/NAME.pdf ...  the figures, in a folder for each form
//	data/NAME.csv      their data
//	captions/NAME.txt  their captions
//	tables/NAME.tex    tables for LaTeX (booktabs), and NAME.csv the same with all digits
//	numbers.json       all numbers by name, captions and cells of tables: what the article reads
//	README.txt         a list of it all
//
// Each file appears complete or not at all. The error names the file, or says that the folder cannot be made.
func (s *Set) Write(dir string) (int, error) {
	w := &writer{dir: dir}
	for i := range s.Figures {
		f := &s.Figures[i]
		for _, form := range forms() {
			picture, err := f.Draw(form)
			if err != nil {
				return w.files, fmt.Errorf("paper: figure %s: %w", f.Name, err)
			}
			for _, format := range formats {
				var b bytes.Buffer
				if err := picture.Encode(&b, format); err != nil {
					return w.files, fmt.Errorf("paper: figure %s: %w", f.Name, err)
				}
				w.put(form.Name+"/"+f.Name+"."+format, b.Bytes())
			}
		}
		w.put("data/"+f.Name+".csv", commaSeparated(f.Head, f.Rows))
		w.put("captions/"+f.Name+".txt", []byte(f.Caption+"\n"))
	}
	for i := range s.Tables {
		t := &s.Tables[i]
		w.put("tables/"+t.Name+".tex", t.tex())
		w.put("tables/"+t.Name+".csv", commaSeparated(t.Head, t.exact()))
	}
	w.put("numbers.json", s.json())
	w.put("README.txt", s.list())
	return w.files, w.err
}

// A writer writes files below a folder until the first error.
type writer struct {
	dir   string
	files int
	err   error
}

func (w *writer) put(name string, data []byte) {
	if w.err != nil {
		return
	}
	path := filepath.Join(w.dir, filepath.FromSlash(name))
	if w.err = os.MkdirAll(filepath.Dir(path), 0o777); w.err == nil {
		w.err = atomicfile.Write(path, data, 0o666)
	}
	if w.err != nil {
		w.err = fmt.Errorf("paper: %w (name a folder that can be written)", w.err)
		return
	}
	w.files++
}

// commaSeparated writes data as CSV.
func commaSeparated(head []string, rows [][]string) []byte {
	var b bytes.Buffer
	c := csv.NewWriter(&b)
	_ = c.WriteAll(append([][]string{head}, rows...)) // a buffer takes everything
	return b.Bytes()
}

// json is what the article reads.
func (s *Set) json() []byte {
	type table struct {
		Caption string     `json:"caption"`
		Head    []string   `json:"head"`
		Rows    [][]string `json:"rows"`
	}
	all := struct {
		Numbers  map[string]string `json:"numbers"`
		Captions map[string]string `json:"captions"`
		Tables   map[string]table  `json:"tables"`
	}{map[string]string{}, map[string]string{}, map[string]table{}}
	for _, v := range s.Values {
		all.Numbers[v.Name] = v.Unicode
	}
	for i := range s.Figures {
		all.Captions[s.Figures[i].Name] = s.Figures[i].Caption
	}
	for i := range s.Tables {
		t := &s.Tables[i]
		all.Tables[t.Name] = table{t.Caption, t.Head, t.unicode()}
	}
	data, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		panic("paper: " + err.Error()) // texts and maps of texts
	}
	return append(data, '\n')
}

// list describes the folder.
func (s *Set) list() []byte {
	var b strings.Builder
	b.WriteString("Made by chesscensus figures. Do not edit: run it again.\n\n")
	b.WriteString("1col, 2col: figures for one column (3.4 inches) and two (7), without title; *-titled: with one.\n")
	b.WriteString("data: the numbers in the figures. captions: what they show, and of which record. tables: LaTeX, for \\usepackage{booktabs}.\n\n")
	figures := slices.Clone(s.Figures)
	slices.SortFunc(figures, func(a, b figure) int { return cmp.Compare(a.Name, b.Name) })
	for i := range figures {
		fmt.Fprintf(&b, "%-14s %s\n", figures[i].Name, figures[i].Title)
	}
	b.WriteString("\ntables\n")
	for i := range s.Tables {
		fmt.Fprintf(&b, "%-14s %s\n", s.Tables[i].Name, s.Tables[i].Caption)
	}
	return []byte(b.String())
}
