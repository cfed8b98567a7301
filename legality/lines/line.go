package lines

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"chesscensus/chess"
	"chesscensus/legality/proofkernel/search"
	"chesscensus/legality/verdict"
)

// A Line is a line of a list of positions: a FEN record, then groups, each a name with a colon and words.
type Line struct {
	// FEN is the record of the input, completed to six fields, which are separated by single
	// blanks. The last two are not interpreted.
	FEN string
	// Setup is the setup of the record.
	Setup chess.Setup
	// Mended is whether the input had an en passant square that no pawn attacks. FEN and
	// Setup are without it. Decided lines are not mended.
	Mended bool
	// Groups are in the order of the input; a repeated name replaces the earlier group.
	Groups []Group
}

// A Group is a name, without its colon, and words.
type Group struct {
	Name  string
	Words []string
}

// groupNames are the names of groups; others are errors, as in texelutil.
var groupNames = []string{"illegal", "unknown", "legal", "forced", "kernel", "extKernel", "path", "status", "fail", "info", "proof"}

// groupOrders lists the groups of the canonical form of a line, in order, by its state.
var groupOrders = map[string][]string{
	"illegal": {"illegal", "forced"},
	"legal":   {"legal", "proof"},
	"unknown": {"unknown", "kernel", "extKernel", "path", "status", "fail", "info"},
}

// Parse parses a line. The counters of the record may be missing; they are set to 0 and 1, as by [chess.ParseFEN].
// Parse drops an en passant square that no pawn attacks, since the FEN standard has one after every double step. It
// keeps one that a pawn attacks, even if the capture is illegal, since such a record may be a draw from a set of
// positions. It respells steps of an extended kernel, see [search.ParseSteps].
//
// The error is a [*chess.FENError], or says how many fields of a record or which misplaced word it found.
func Parse(text string) (Line, error) {
	words := strings.Fields(text)
	n := countRecordFields(words)
	if n < 4 {
		return Line{}, fmt.Errorf("found %d fields, want a FEN record of six, or of four without counters", n)
	}
	record := append([]string{}, words[:n]...)
	record = append(record, []string{"0", "1"}[n-4:]...) // none of them if n is 6
	l := Line{FEN: strings.Join(record, " ")}
	f, err := chess.ParseFEN(strings.Join(words[:n], " ")) // not the completed record, for the text of its error
	if err != nil {
		return l, err
	}
	l.Setup = f.Setup
	if err := l.parseGroups(words[n:]); err != nil {
		return l, err
	}
	if s, bare := f.Setup.DropBareEP(); bare && !l.Done() {
		record[3] = "-"
		l.FEN, l.Setup, l.Mended = strings.Join(record, " "), s, true
	}
	l.respellSteps()
	return l, nil
}

// countRecordFields returns the number of words of a line that belong to its record: those
// before the first group, at most six.
func countRecordFields(words []string) int {
	n := 0
	for n < min(6, len(words)) && !strings.HasSuffix(words[n], ":") {
		n++
	}
	return n
}

// HasGroups reports whether a text has the name of a group, and so is meant as a line.
func HasGroups(text string) bool {
	for _, w := range strings.Fields(text) {
		if name, isName := strings.CutSuffix(w, ":"); isName && slices.Contains(groupNames, name) {
			return true
		}
	}
	return false
}

// Drawn reports whether the last two fields are those of a draw from a set: an index and a
// multiplicity, which is greater and at most 6.
func (l *Line) Drawn() bool {
	fields := strings.Fields(l.FEN)
	index, err1 := strconv.Atoi(fields[4])
	multiplicity, err2 := strconv.Atoi(fields[5])
	return err1 == nil && err2 == nil && 0 <= index && index < multiplicity && multiplicity <= 6
}

// parseGroups parses the words after the record.
func (l *Line) parseGroups(words []string) error {
	current := -1 // index of the group to which words are added
	for _, w := range words {
		name, isName := strings.CutSuffix(w, ":")
		switch {
		case isName && !slices.Contains(groupNames, name):
			return fmt.Errorf("found %.40q, want one of the groups %s", w, strings.Join(groupNames, ", "))
		case isName:
			if current = l.groupIndex(name); current < 0 {
				current = len(l.Groups)
				l.Groups = append(l.Groups, Group{Name: name})
			}
			l.Groups[current].Words = nil
		case current < 0:
			return fmt.Errorf("found %.40q after the FEN record, want the name of a group and a colon", w)
		default:
			l.Groups[current].Words = append(l.Groups[current].Words, w)
		}
	}
	return nil
}

// respellSteps rewrites the steps of an extended kernel in the spelling of texelutil: older versions of this
// program spelled bishops differently. Words that are no list of steps are not changed.
func (l *Line) respellSteps() {
	i := l.groupIndex("extKernel")
	if i < 0 || len(l.Groups[i].Words) == 0 {
		return
	}
	if steps, err := search.ParseSteps(strings.Join(l.Groups[i].Words, " ")); err == nil {
		l.Groups[i].Words = strings.Fields(search.Kernel{Extended: steps}.ExtendedString())
	}
}

// groupIndex returns the index of a group in Groups, -1 if there is none.
func (l *Line) groupIndex(name string) int {
	return slices.IndexFunc(l.Groups, func(g Group) bool { return g.Name == name })
}

// Has reports whether the line has the group.
func (l *Line) Has(name string) bool { return l.groupIndex(name) >= 0 }

// Done reports whether the line is finished: it is illegal, or legal with a proof, or unknown
// and marked as given up by the group fail.
func (l *Line) Done() bool {
	switch {
	case l.Has("illegal"):
		return true
	case l.Has("legal"): // takes precedence over unknown, as in Append
		return l.Has("proof")
	}
	return l.Has("unknown") && l.Has("fail")
}

// groupOrder returns the names of the groups that Append writes, in order.
func (l *Line) groupOrder() []string {
	switch {
	case l.Has("illegal"):
		return groupOrders["illegal"]
	case l.Has("legal"):
		return groupOrders["legal"]
	}
	return groupOrders["unknown"]
}

// Append appends the line in texelutil's canonical form: the record and the groups that belong
// to the state of the line, in their order, separated by single blanks.
func (l *Line) Append(dst []byte) []byte {
	dst = append(dst, l.FEN...)
	for _, name := range l.groupOrder() {
		if i := l.groupIndex(name); i >= 0 {
			dst = append(append(append(dst, ' '), name...), ':')
			for _, w := range l.Groups[i].Words {
				dst = append(append(dst, ' '), w...)
			}
		}
	}
	return dst
}

// String returns the text of Append.
func (l Line) String() string { return string(l.Append(nil)) }

// Settle stores a verdict in the line. An unknown verdict keeps the other groups of the line,
// such as a kernel, and marks it as unknown unless it has a proof.
func (l *Line) Settle(v *verdict.Verdict) {
	switch v.Outcome {
	case verdict.Illegal:
		l.Groups = []Group{{"illegal", strings.Fields(ReasonText(v.Reasons))}}
	case verdict.Legal:
		l.Groups = []Group{{"legal", nil}, {"proof", strings.Fields(v.Certificate.String())}}
	default:
		if !l.Has("proof") {
			l.dropGroups("legal")
		}
		if !l.Has("unknown") {
			l.Groups = append([]Group{{Name: "unknown"}}, l.Groups...)
		}
	}
}

// dropGroups removes the groups with the names.
func (l *Line) dropGroups(names ...string) {
	l.Groups = slices.DeleteFunc(l.Groups, func(g Group) bool { return slices.Contains(names, g.Name) })
}

// Retry removes the results of earlier passes that did not decide, as texelutil's -retry does:
// kernel, extKernel, path, status, fail and info.
func (l *Line) Retry() { l.dropGroups("kernel", "extKernel", "path", "status", "fail", "info") }

// Words returns the words of a group, nil if the line has no such group or it is empty.
func (l *Line) Words(name string) []string {
	if i := l.groupIndex(name); i >= 0 {
		return l.Groups[i].Words
	}
	return nil
}

// Set replaces the words of a group, and adds the group if the line does not have it.
func (l *Line) Set(name string, words ...string) {
	i := l.groupIndex(name)
	if i < 0 {
		i = len(l.Groups)
		l.Groups = append(l.Groups, Group{Name: name})
	}
	l.Groups[i].Words = words
}

// ReasonText returns the first reason of a refutation in words: those of texelutil if it has
// the same reason, and otherwise our own. No word ends in a colon, which would begin a group.
func ReasonText(r verdict.Reason) string {
	switch r = r.First(); r {
	case verdict.IdleEnPassant:
		return "Lossy FEN conversion"
	case verdict.NoProofKernel:
		return "No proof kernel"
	case verdict.NoExtendedKernel:
		return "No extended proof kernel"
	case verdict.Unreachable:
		return "Other"
	case verdict.NoLastMove:
		return "No possible last move"
	case verdict.LastMovesRejected:
		return "No possible last move, all moves rejected"
	case verdict.PawnOnEndRow:
		return "Pawn on first/last rank"
	case verdict.NoWhiteKing, verdict.ManyWhiteKings:
		return "White must have exactly one king"
	case verdict.NoBlackKing, verdict.ManyBlackKings:
		return "Black must have exactly one king"
	case verdict.OppositeCheck, verdict.AdjacentKings, verdict.BothInCheck:
		return "King capture possible"
	}
	return strings.ReplaceAll(r.Text(), ":", ",")
}

// OtherNote returns an explanation if the reason in a line is texelutil's word Other, and otherwise nil.
func OtherNote(v *verdict.Verdict) []string {
	if v.Reasons.First() != verdict.Unreachable {
		return nil
	}
	return []string{"Other is texelutil's word for: " + v.Reasons.First().Text()}
}

// BeforeTab removes the columns that other commands append to a line after a tab, such as the
// weight of a draw or a category. It keeps a text with groups after the tab.
func BeforeTab(text string) string {
	if head, tail, hasTab := strings.Cut(text, "\t"); hasTab && !strings.Contains(tail, ":") {
		return head
	}
	return text
}
