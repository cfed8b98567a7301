package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
)

// A ResultFile is a file of results: a line with the plan, then a line for each chunk, in order.
type ResultFile struct {
	// Total is the sum of all results; its Chunk is their number.
	Total Result
	file  *os.File
}

// Open opens a file to continue a plan, or creates it. It removes an incomplete last line. It returns an error that names the line if the
// file holds another plan, or chunks out of order.
func Open(name string, plan Plan) (*ResultFile, error) {
	text, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	r := &ResultFile{Total: Result{Positions: map[string]int{}, Judged: map[string]int{}}}
	for i, line := range bytes.Split(text, []byte("\n")) {
		switch {
		case len(line) == 0:
		case i == 0:
			var old Plan
			if err := json.Unmarshal(line, &old); err != nil || old != plan {
				return nil, fmt.Errorf("%s:1: another plan, %.80s, want %+v; give another file", name, line, plan)
			}
		default:
			var p Result
			if err := json.Unmarshal(line, &p); err != nil || p.Chunk != uint64(i-1) {
				return nil, fmt.Errorf("%s:%d: want chunk %d, have %.80s", name, i+1, i-1, line)
			}
			r.Total.add(&p)
			r.Total.Chunk++
		}
	}
	if len(text) == 0 {
		text, _ = json.Marshal(plan) // encoding a plan cannot fail
		text = append(text, '\n')
	}
	if err := os.WriteFile(name, text, 0o666); err != nil {
		return nil, err
	}
	r.file, err = os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	return r, err
}

// Add writes the result of the next chunk.
func (r *ResultFile) Add(p *Result) error {
	if p.Chunk != r.Total.Chunk {
		return fmt.Errorf("soundness: chunk %d, want %d", p.Chunk, r.Total.Chunk)
	}
	line, err := json.Marshal(p)
	if err != nil {
		return err
	}
	if _, err := r.file.Write(append(line, '\n')); err != nil {
		return err
	}
	r.Total.add(p)
	r.Total.Chunk++
	return nil
}

// Close closes the file.
func (r *ResultFile) Close() error { return r.file.Close() }
