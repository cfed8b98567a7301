package cells

import (
	"go/ast"
	"go/types"
	"slices"

	"chesscensus/jupyter/internal/cells/kinds"
	"chesscensus/jupyter/internal/cells/syntax"
)

// maxMust bounds the length of a chain of variables, each set by a call that may fail and that mentions the one before.
const maxMust = 20

// wrapFallibleCalls lets a cell write x := f() where f returns a value and an error: it puts Must
// around the call, so that an error ends the cell. Without Must such a cell does not compile,
// so no valid program changes its meaning. It reports whether it changed the text and could parse the cell anew.
func (w *rewriter) wrapFallibleCalls() bool {
	var edits []edit
	for _, stmt := range w.main.Body.List {
		if call := fallibleCall(w, stmt); call != nil {
			edits = append(edits, edit{from: w.offset(call.Pos()), insert: w.helper + ".Must("}, edit{from: w.offset(call.End()), insert: ")"})
		}
	}
	return len(edits) > 0 && w.change(edits)
}

// change makes edits to the text of the cell, and reports whether it could parse the cell anew.
func (w *rewriter) change(edits []edit) bool {
	w.text = applyEdits(w.text, edits)
	w.Layout, w.newImports = syntax.Split(w.text), nil
	w.Divide(false)
	return w.parse() == nil
}

// fallibleCall returns the call on the right of a statement at the top of the cell that sets one variable to a
// value and an error; nil for any other statement.
func fallibleCall(w *rewriter, stmt ast.Stmt) ast.Expr {
	s, ok := stmt.(*ast.AssignStmt)
	if !ok || len(s.Lhs) != 1 || len(s.Rhs) != 1 {
		return nil
	}
	tuple, ok := w.types.Types[s.Rhs[0]].Type.(*types.Tuple)
	if !ok || tuple.Len() != 2 || !kinds.IsError(tuple.At(1).Type()) {
		return nil
	}
	inCell := slices.ContainsFunc(w.Pieces, func(p syntax.Piece) bool {
		return p.Class == syntax.Statement && p.From <= w.offset(s.Pos()) && w.offset(s.End()) <= p.To
	})
	if !inCell {
		return nil
	}
	return s.Rhs[0]
}
