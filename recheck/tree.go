package recheck

import (
	"fmt"
	"strings"

	"chesscensus/recheck/internal/board"
	"chesscensus/recheck/internal/format"
)

// tree returns the tree of the certificate, in either format.
func (c *Certificate) tree() (nodes []format.Node, err error) {
	text := c.Tree
	if c.Left != 0 {
		return nil, fmt.Errorf("%w: %d last moves were left out of the tree", ErrLimit, c.Left)
	}
	if len(c.Unmoves) > 0 {
		text, err = format.ShortForm(c.Unmoves)
	}
	if err == nil {
		nodes, err = format.ParseTree(text)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrForm, err)
	}
	return nodes, nil
}

// A treeSetups maps each setup of a tree to whether a theorem on kernels or pawns refutes it.
type treeSetups map[board.Setup]bool

// collect adds the setups before the last moves of s that the nodes name, and those of their own nodes. It returns an error if a node names
// no last move.
func (t treeSetups) collect(s board.Setup, nodes []format.Node, m *meter) error {
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
		before := named[n.Move]
		if before == nil {
			return wrong("%.20q is no last move of %v", strings.ToValidUTF8(n.Move, "?"), s)
		}
		if _, ok := t[*before]; !ok || !n.Refuted {
			t[*before] = n.Refuted
		}
		if err := t.collect(*before, n.Nodes, m); err != nil {
			return err
		}
	}
	return nil
}
