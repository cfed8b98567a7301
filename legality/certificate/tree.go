package certificate

import (
	"fmt"
	"strings"

	"chesscensus/chess"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// latestFormat is the latest format of records, in which trees of last moves are short. Records
// without a tree are written in format 1, which has no field Format.
const latestFormat = 2

// maxDepth is the largest depth of a tree that parseTree accepts. The search goes back 40 moves.
const maxDepth = 100

// formatTree returns a tree as one line, each unmove in the form of formatMove. An unmove is left out if the setup before it occurs
// elsewhere in the tree, or if rules refute it, none of them in pawnReasons. It has ! before it if kernels or a theorem in pawnReasons
// refute the setup before it. Otherwise the unmoves of the setup before follow in brackets, if there are any. For example,
// "a2a3(g8f6 !b7b5)".
func formatTree(t *retro.Refutation) string {
	text, _ := appendNodes(nil, t.Unmoves, 1)
	return string(text)
}

// pawnReasons are the theorems of package cage that a tree marks like missing kernels. The other two, Deadlock and TrappedMan, are
// evaluated by every checker for all setups that a tree does not name.
const pawnReasons = verdict.ShutOut | verdict.BarredPromotions | verdict.PromotedMen | verdict.TakenAtHome

// appendNodes appends the unmoves of one depth from the front of the list, with their branches. It
// returns the rest of the list.
func appendNodes(b []byte, list []retro.Refuted, depth int) (text []byte, rest []retro.Refuted) {
	for len(list) > 0 && list[0].Depth == depth {
		u := &list[0]
		var branch []byte
		branch, list = appendNodes(nil, list[1:], depth+1)
		refuted := u.Why == retro.NoKernel || u.Why == retro.ByRules && u.Reasons&pawnReasons != 0
		if u.Why != retro.Exhausted && !refuted {
			continue
		}
		if len(b) > 0 {
			b = append(b, ' ')
		}
		if refuted {
			b = append(b, '!')
		}
		b = append(b, formatMove(u.Unmove)...)
		if len(branch) > 0 {
			b = append(append(append(b, '('), branch...), ')')
		}
	}
	return b, list
}

// formatMove returns an unmove in short: the move in UCI notation, x and the captured role, = and the castling
// rights before, @ and the en passant square before, each only if there are any; for example e7d8qxR=KQ.
func formatMove(u retro.Unmove) string {
	uci, _, _ := strings.Cut(string(u.Append(nil)), " ")
	if v := u.Captured(); v != chess.NoRole && !u.EnPassant() {
		uci += "x" + string(rune(v.Letter()))
	}
	if c := u.Castling(); c != 0 {
		uci += "=" + c.String()
	}
	if sq := u.EP(); sq != chess.NoSquare {
		uci += "@" + sq.String()
	}
	return uci
}

// parseTree parses a short tree of s. Unmoves that it does not name must be refuted by rules or
// occur elsewhere in the tree; Refutation.Check tests this.
func parseTree(s *chess.Setup, text string) (*retro.Refutation, error) {
	p := treeParser{text: text, tree: &retro.Refutation{Setup: *s}}
	if err := p.parseNodes(*s, 1); err != nil {
		return nil, err
	}
	if p.text != "" {
		return nil, fmt.Errorf("certificate: tree ends before %.20q", p.text)
	}
	return p.tree, nil
}

// A treeParser parses a short tree.
type treeParser struct {
	text string // the rest of the text
	tree *retro.Refutation
}

// parseNodes parses the named unmoves of s, up to a closing bracket or the end, and adds all unmoves
// of s to the tree: first the named ones with their branches, then the others.
func (p *treeParser) parseNodes(s chess.Setup, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("certificate: tree deeper than %d", maxDepth)
	}
	unnamed := map[string]retro.Unmove{}
	list := retro.Unmoves(nil, s, retro.Options{AllEP: true})
	for _, u := range list {
		unnamed[formatMove(u)] = u
	}
	for p.text = strings.TrimLeft(p.text, " "); p.text != "" && p.text[0] != ')'; p.text = strings.TrimLeft(p.text, " ") {
		why := retro.Exhausted
		if p.text[0] == '!' {
			why, p.text = retro.NoKernel, p.text[1:]
		}
		end := strings.IndexAny(p.text+" ", " ()")
		word := p.text[:end]
		u, ok := unnamed[word]
		if !ok {
			return fmt.Errorf("certificate: %.20q is no unmove of %v, or there twice", word, s)
		}
		delete(unnamed, word)
		p.text = p.text[end:]
		before := retro.Undo(s, u)
		p.tree.Unmoves = append(p.tree.Unmoves, retro.Refuted{Depth: depth, Unmove: u, Before: before, Why: why})
		switch {
		case strings.HasPrefix(p.text, "("):
			p.text = p.text[1:]
			if err := p.parseNodes(before, depth+1); err != nil {
				return err
			}
			if !strings.HasPrefix(p.text, ")") {
				return fmt.Errorf("certificate: a bracket of the tree is not closed")
			}
			p.text = p.text[1:]
		case why == retro.Exhausted:
			unnamedOnly := treeParser{tree: p.tree} // has no text, so that all unmoves of the setup before count as not named
			if err := unnamedOnly.parseNodes(before, depth+1); err != nil {
				return err
			}
		}
	}
	for _, u := range list {
		if _, ok := unnamed[formatMove(u)]; !ok {
			continue
		}
		before, why := retro.Undo(s, u), retro.Repeated
		reasons, evidence := staticReason(&before)
		if reasons != 0 {
			why = retro.ByRules
		}
		p.tree.Unmoves = append(p.tree.Unmoves, retro.Refuted{Depth: depth, Unmove: u, Before: before, Why: why, Reasons: reasons, Evidence: evidence})
	}
	return nil
}
