package recheck

import (
	"fmt"
	"strings"

	"chesscensus/recheck/internal/board"
)

// A tree names, for a setup, those of its last moves that more than counting refutes. In
// short it is written in one line, for example
//
//	!e7d8qxR a2a3(b7b8=Q !c3b1)
//
// Each word is a move taken back as package board writes it. With ! before it a theorem on kernels or pawns refutes
// the setup before; otherwise that setup has no last move, and what follows in brackets
// says so of its own last moves, where counting does not. Brackets that would hold nothing
// may be missing.

// A node is a word of a tree.
type node struct {
	move    string
	refuted bool // a theorem on kernels or pawns refutes the setup before
	nodes   []node
}

// maxDepth limits brackets in brackets. The project's search goes back 40 moves.
const maxDepth = 100

// tree reads the tree of the certificate, in either format.
func (c *Certificate) tree() (nodes []node, err error) {
	text := c.Tree
	if c.Left > 0 {
		return nil, fmt.Errorf("%w: %d last moves were left out of the tree", ErrLimit, c.Left)
	}
	if len(c.Unmoves) > 0 {
		if text, err = longTree(c.Unmoves); err != nil {
			return nil, err
		}
	}
	list, rest, err := shortTree(text, 0)
	if err == nil && rest != "" {
		err = fmt.Errorf("%w: tree ends before %.20q", ErrForm, rest)
	}
	return list, err
}

func shortTree(text string, depth int) (list []node, rest string, err error) {
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
			if n.nodes, text, err = shortTree(text[1:], depth+1); err != nil {
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

// marks are the causes of format 1, as they begin a word: those that begin none are found anew.
var marks = map[string]string{"no proof kernel": " !", "no last move": " ", "against the rules": "", "seen before": ""}

// longTree writes a tree of format 1 in short.
func longTree(list []unmove) (text string, err error) {
	depth := 1
	for _, u := range list {
		mark, ok := marks[u.Why]
		if !ok {
			return "", fmt.Errorf("%w: cause %.40q", ErrForm, clean(u.Why))
		}
		if u.Depth < 1 || u.Depth > min(depth+1, maxDepth) || text == "" && u.Depth > 1 {
			return "", fmt.Errorf("%w: last move %.40q has depth %d, want 1 to %d, one more than that before at most", ErrForm, clean(u.Line), u.Depth, maxDepth)
		}
		if mark == "" {
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

// shortMove turns "e7d8q captP: R castle: KQ ep: -" into "e7d8qxR=KQ".
func shortMove(line string) (string, error) {
	f := strings.Fields(line)
	if len(f) != 7 || f[1] != "captP:" || f[3] != "castle:" || f[5] != "ep:" {
		return "", fmt.Errorf("%w: last move %.60q", ErrForm, clean(line))
	}
	text := f[0]
	for i, mark := range []string{"x", "=", "@"} {
		if part := f[2+2*i]; part != "-" {
			text += mark + part
		}
	}
	return text, nil
}

func clean(text string) string { return strings.ToValidUTF8(text, "?") }

// answers are the setups of a tree and what it says of them: true if a theorem on kernels or pawns refutes them.
type answers map[board.Setup]bool

// collect adds the setups before the last moves of s that the nodes name. Each must be a last
// move of its setup.
func (a answers) collect(s board.Setup, nodes []node, m *meter) error {
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
			return wrong("%.20q is no last move of %v", clean(n.move), s)
		}
		if _, ok := a[*before]; !ok || !n.refuted {
			a[*before] = n.refuted
		}
		if err := a.collect(*before, n.nodes, m); err != nil {
			return err
		}
	}
	return nil
}
