package recheck

import (
	"fmt"
	"strings"

	"chesscensus/recheck/internal/board"
)

// A tree names the last moves of a setup that counting alone does not refute. It is written in one line, for example
//
//	!e7d8qxR a2a3(b7b8=Q !c3b1)
//
// Each word is an unmove as package board writes it. A ! before it says that a theorem on kernels or pawns refutes the setup before the
// move. Otherwise that setup has no possible last move, and the brackets behind the word hold the tree of its own last moves. Empty
// brackets may be left out.

// A node is a word of a tree with the nodes in its brackets.
type node struct {
	move    string
	refuted bool // a theorem on kernels or pawns refutes the setup before
	nodes   []node
}

// maxDepth is the greatest depth of brackets in brackets. The project's search goes back 40 moves.
const maxDepth = 100

// tree returns the tree of the certificate, in either format.
func (c *Certificate) tree() (nodes []node, err error) {
	text := c.Tree
	if c.Left != 0 {
		return nil, fmt.Errorf("%w: %d last moves were left out of the tree", ErrLimit, c.Left)
	}
	if len(c.Unmoves) > 0 {
		if text, err = shortFormOf(c.Unmoves); err != nil {
			return nil, err
		}
	}
	list, rest, err := parseShortTree(text, 0)
	if err == nil && rest != "" {
		err = fmt.Errorf("%w: tree ends before %.20q", ErrForm, rest)
	}
	return list, err
}

// parseShortTree reads nodes up to a closing bracket or the end, and returns the text that is left.
func parseShortTree(text string, depth int) (list []node, rest string, err error) {
	if depth > maxDepth {
		return nil, text, fmt.Errorf("%w: tree deeper than %d", ErrForm, maxDepth)
	}
	for text = strings.TrimLeft(text, " "); text != "" && text[0] != ')'; text = strings.TrimLeft(text, " ") {
		n := node{refuted: text[0] == '!'}
		text = strings.TrimPrefix(text, "!")
		end := strings.IndexAny(text, " ()")
		if end < 0 {
			end = len(text)
		}
		if end == 0 {
			return nil, text, fmt.Errorf("%w: tree has no move before %.20q", ErrForm, text)
		}
		n.move, text = text[:end], text[end:]
		if strings.HasPrefix(text, "(") {
			if n.nodes, text, err = parseShortTree(text[1:], depth+1); err != nil {
				return nil, text, err
			}
			if !strings.HasPrefix(text, ")") {
				return nil, text, fmt.Errorf("%w: a bracket of the tree is not closed", ErrForm)
			}
			text = text[1:]
		}
		list = append(list, n)
	}
	return list, text, nil
}

// format1Marks maps the causes of format 1 to the beginning of a word. Unmoves whose cause maps to "" are left out, as this package finds
// the cause itself.
var format1Marks = map[string]string{"no proof kernel": " !", "no last move": " ", "against the rules": "", "seen before": ""}

// shortFormOf returns a tree of format 1 as the one line of format 2. With an unmove it leaves out those below it.
func shortFormOf(list []unmove) (text string, err error) {
	depth, last, leftOut := 1, 0, maxDepth // depths of the last word, of the last unmove, and of one that is left out
	for _, u := range list {
		mark, ok := format1Marks[u.Why]
		if !ok {
			return "", fmt.Errorf("%w: cause %.40q", ErrForm, validUTF8(u.Why))
		}
		if most := min(last+1, maxDepth); u.Depth < 1 || u.Depth > most {
			return "", fmt.Errorf("%w: last move %.40q has depth %d, want 1 to %d", ErrForm, validUTF8(u.Line), u.Depth, most)
		}
		if last = u.Depth; u.Depth > leftOut {
			continue
		}
		if leftOut = maxDepth; mark == "" {
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
		return "", fmt.Errorf("%w: last move %.60q", ErrForm, validUTF8(line))
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

// A treeSetups maps each setup of a tree to whether a theorem on kernels or pawns refutes it.
type treeSetups map[board.Setup]bool

// collect adds the setups before the last moves of s that the nodes name, and those of their own nodes. It returns an error if a node names
// no last move.
func (t treeSetups) collect(s board.Setup, nodes []node, m *meter) error {
	if len(nodes) == 0 {
		return nil
	}
	if !m.spend() {
		return m.err
	}
	named := map[string]*board.Setup{}
	list := s.Unmoves()
	for i := range list {
		named[list[i].String()] = &list[i].Before
	}
	for _, n := range nodes {
		before := named[n.move]
		if before == nil {
			return wrong("%.20q is no last move of %v", validUTF8(n.move), s)
		}
		if _, ok := t[*before]; !ok || !n.refuted {
			t[*before] = n.refuted
		}
		if err := t.collect(*before, n.nodes, m); err != nil {
			return err
		}
	}
	return nil
}
