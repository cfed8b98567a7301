// Package format reads the parts of a certificate's line that do not concern chess: JSON objects whose keys are beyond doubt, and the text of
// trees of last moves. Whether a word of a tree is a last move, the theorems find out.
//
// A tree names the last moves of a setup that counting alone does not refute. It is written in one line, for example
//
//	!e7d8qxR a2a3(b7b8=Q !c3b1)
//
// Each word is an unmove as package board writes it. A ! before it says that a theorem on kernels or pawns refutes the setup before the
// move. Otherwise that setup has no possible last move, and the brackets behind the word hold the tree of its own last moves. Empty
// brackets may be left out.
package format

import (
	"errors"
	"fmt"
	"strings"
)

// A Node is a word of a tree with the nodes in its brackets.
type Node struct {
	Move    string
	Refuted bool // a theorem on kernels or pawns refutes the setup before
	Nodes   []Node
}

// An Unmove is an entry of a tree in format 1: a move taken back, its depth in the tree, and why no game ends with it.
type Unmove struct {
	Depth int    `json:"depth"`
	Line  string `json:"unmove"`
	Why   string `json:"why"`
}

// MaxDepth is the greatest depth of brackets in brackets. The project's search goes back 40 moves.
const MaxDepth = 100

// ParseTree reads a tree.
func ParseTree(text string) ([]Node, error) {
	list, rest, err := parse(text, 0)
	if err == nil && rest != "" {
		err = fmt.Errorf("tree ends before %.20q", rest)
	}
	return list, err
}

// parse reads nodes at a depth up to a closing bracket or the end, and returns the text that is left.
func parse(text string, depth int) (list []Node, rest string, err error) {
	if depth > MaxDepth {
		return nil, text, fmt.Errorf("tree deeper than %d", MaxDepth)
	}
	for text = strings.TrimLeft(text, " "); text != "" && text[0] != ')'; text = strings.TrimLeft(text, " ") {
		n := Node{Refuted: text[0] == '!'}
		text = strings.TrimPrefix(text, "!")
		end := strings.IndexAny(text, " ()")
		if end < 0 {
			end = len(text)
		}
		if end == 0 {
			return nil, text, fmt.Errorf("tree has no move before %.20q", text)
		}
		n.Move, text = text[:end], text[end:]
		if strings.HasPrefix(text, "(") {
			if n.Nodes, text, err = parse(text[1:], depth+1); err != nil {
				return nil, text, err
			}
			if !strings.HasPrefix(text, ")") {
				return nil, text, errors.New("a bracket of the tree is not closed")
			}
			text = text[1:]
		}
		list = append(list, n)
	}
	return list, text, nil
}

// format1Marks maps the causes of format 1 to the beginning of a word. Unmoves whose cause maps to "" are left out, as package
// recheck finds the cause itself.
var format1Marks = map[string]string{"no proof kernel": " !", "no last move": " ", "against the rules": "", "seen before": ""}

// ShortForm returns a tree of format 1 as the one line of format 2. With an unmove it leaves out those below it.
func ShortForm(list []Unmove) (text string, err error) {
	depth := 1          // of the last word written
	last := 0           // depth of the last unmove read
	leftOut := MaxDepth // deeper unmoves are below one that is left out
	for _, u := range list {
		mark, ok := format1Marks[u.Why]
		if !ok {
			return "", fmt.Errorf("cause %.40q", validUTF8(u.Why))
		}
		if most := min(last+1, MaxDepth); u.Depth < 1 || u.Depth > most {
			return "", fmt.Errorf("last move %.40q has depth %d, want 1 to %d", validUTF8(u.Line), u.Depth, most)
		}
		last = u.Depth
		if u.Depth > leftOut {
			continue
		}
		leftOut = MaxDepth
		if mark == "" {
			leftOut = u.Depth
			continue
		}
		move, err := shortMove(u.Line)
		if err != nil {
			return "", err
		}
		text += strings.Repeat("(", max(0, u.Depth-depth)) + strings.Repeat(")", max(0, depth-u.Depth)) + mark + move
		depth = u.Depth
	}
	return text + strings.Repeat(")", depth-1), nil
}

// shortMove returns an unmove of format 1 in format 2: "e7d8qxR=KQ" for "e7d8q captP: R castle: KQ ep: -".
func shortMove(line string) (string, error) {
	f := strings.Fields(line)
	if len(f) != 7 || f[1] != "captP:" || f[3] != "castle:" || f[5] != "ep:" {
		return "", fmt.Errorf("last move %.60q", validUTF8(line))
	}
	text := f[0]
	for i, mark := range []string{"x", "=", "@"} {
		if part := f[2+2*i]; part != "-" {
			text += mark + part
		}
	}
	return text, nil
}

// validUTF8 returns a text for an error, with question marks for bytes that are not UTF-8.
func validUTF8(text string) string { return strings.ToValidUTF8(text, "?") }
