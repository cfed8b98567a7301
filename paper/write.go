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

	"chesscensus/internal/safefile"
	"chesscensus/paper/numbers"
)

// A Set holds everything that Write writes into a folder.
type Set struct {
	Figures []figure
	Tables  []table
	Values  []numbers.Value
}

// formats are the file formats of the figures.
var formats = []string{"pdf", "svg"}

// Write writes the set into a folder and returns the number of files:
//
//	1col/NAME.pdf ...  the figures, in a folder for each form
//	data/NAME.csv      their data
//	captions/NAME.txt  their captions
//	tables/NAME.tex    tables for LaTeX (booktabs), and NAME.csv the same with all digits
//	numbers.json       all numbers by name, captions and cells of tables, for the article
//	README.txt         a list of it all
//
// Each file appears complete or not at all. The error names the figure that cannot be
// drawn, or the file or folder that cannot be written; the files before it are left.
func (s *Set) Write(dir string) (int, error) {
	w := &writer{dir: dir}
	for i := range s.Figures {
		if w.err != nil {
			return w.files, w.err
		}
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
				w.write(form.Name+"/"+f.Name+"."+format, b.Bytes())
			}
		}
		w.write("data/"+f.Name+".csv", commaSeparated(f.Head, f.Rows))
		w.write("captions/"+f.Name+".txt", []byte(f.Caption+"\n"))
	}
	for i := range s.Tables {
		t := &s.Tables[i]
		w.write("tables/"+t.Name+".tex", t.tex())
		w.write("tables/"+t.Name+".csv", commaSeparated(t.Head, t.exact()))
	}
	w.write("numbers.json", s.numbersJSON())
	w.write("README.txt", s.readme())
	return w.files, w.err
}

// A writer writes files below a folder until the first error.
type writer struct {
	dir   string
	files int
	err   error
}

// write writes one file and counts it. After an error it does nothing but keep that error.
func (w *writer) write(name string, data []byte) {
	if w.err != nil {
		return
	}
	path := filepath.Join(w.dir, filepath.FromSlash(name))
	if w.err = os.MkdirAll(filepath.Dir(path), 0o777); w.err == nil {
		w.err = safefile.Write(path, data, 0o666)
	}
	if w.err != nil {
		w.err = fmt.Errorf("paper: %w (name a folder that can be written)", w.err)
		return
	}
	w.files++
}

// commaSeparated returns data as CSV.
func commaSeparated(head []string, rows [][]string) []byte {
	var b bytes.Buffer
	c := csv.NewWriter(&b)
	_ = c.WriteAll(append([][]string{head}, rows...)) // a buffer takes everything
	return b.Bytes()
}

// numbersJSON returns the content of numbers.json, which the article reads.
func (s *Set) numbersJSON() []byte {
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
		all.Numbers[v.Name] = v.Text
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
		panic("paper: " + err.Error()) // cannot happen: strings, lists and maps of strings can be encoded
	}
	return append(data, '\n')
}

// readme returns the content of README.txt.
func (s *Set) readme() []byte {
	var b strings.Builder
	b.WriteString("Made by chesscensus figures. Do not edit: run it again.\n\n")
	b.WriteString("1col, 2col: figures for one column (3.4 inches) and two (7), without title; *-titled: with one.\n")
	b.WriteString("data: the numbers in the figures. captions: what they show, and of which record. tables: LaTeX, for \\usepackage{booktabs}.\n\n")
	for _, f := range slices.SortedFunc(slices.Values(s.Figures), func(a, b figure) int { return cmp.Compare(a.Name, b.Name) }) {
		fmt.Fprintf(&b, "%-14s %s\n", f.Name, f.Title)
	}
	b.WriteString("\ntables\n")
	for i := range s.Tables {
		fmt.Fprintf(&b, "%-14s %s\n", s.Tables[i].Name, s.Tables[i].Caption)
	}
	return []byte(b.String())
}
