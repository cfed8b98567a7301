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

// A Line is one line of a list of positions with what is known of them: a FEN record, then
// groups, each a name that ends in a colon and words.
type Line struct {
	// FEN is the record as it came, completed to six fields, which are separated by single
	// blanks. The last two are not interpreted.
	FEN string
	// Setup is what the record says.
	Setup chess.Setup
	// Mended says that the record came with an en passant square that no pawn attacks.
	// FEN and Setup are without it. Lines that are decided are not mended.
	Mended bool
	// Groups in the order in which they came; a repeated name replaces the earlier
	// one.
	Groups []Group
}

// A Group is a name, without its colon, and words.
type Group struct {
	Name  string
	Words []string
}

// groupNames are the names that exist; others are errors, as in texelutil.
var groupNames = []string{"illegal", "unknown", "legal", "forced", "kernel", "extKernel", "path", "status", "fail", "info", "proof"}

// forms lists, for each way a line can be written, its groups in their order.
var forms = map[string][]string{
	"illegal": {"illegal", "forced"},
	"legal":   {"legal", "proof"},
	"unknown": {"unknown", "kernel", "extKernel", "path", "status", "fail", "info"},
}

// Parse reads a line. The counters of the record may be missing; they read as 0 and 1, as
// [chess.ParseFEN] has it. An en passant square that no pawn attacks is left out: the
// standard has one written after every double step. One that a pawn attacks stays, even if
// the capture is not legal, since a draw from a set of positions may be that record. Steps of an extended kernel are
// respelled, see [search.ParseSteps].
//
// The error is a [*chess.FENError], or names the word that is out of place.
func Parse(text string) (Line, error) {
	words := strings.Fields(text)
	n := recordFields(words)
	if n < 4 {
		return Line{}, fmt.Errorf("found %d fields, want a FEN record of six, or of four without counters", n)
	}
	record := append([]string{}, words[:n]...)
	record = append(record, []string{"0", "1"}[n-4:]...) // none of them if n is 6
	l := Line{FEN: strings.Join(record, " ")}
	f, err := chess.ParseFEN(strings.Join(words[:n], " ")) // for its error: as it came
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
	l.respell()
	return l, nil
}

// recordFields returns how many words at the beginning of a line belong to its record: six
// at most, and those before the first group.
func recordFields(words []string) int {
	n := 0
	for n < min(6, len(words)) && !strings.HasSuffix(words[n], ":") {
		n++
	}
	return n
}

// HasGroups reports whether a text has the name of a group, so that it is meant as a line.
func HasGroups(text string) bool {
	for _, w := range strings.Fields(text) {
		if name, isName := strings.CutSuffix(w, ":"); isName && slices.Contains(groupNames, name) {
			return true
		}
	}
	return false
}

// Drawn reports whether the last two fields are those of a draw from a set: an index and the multiplicity, which is greater and at most 6.
func (l *Line) Drawn() bool {
	fields := strings.Fields(l.FEN)
	index, err1 := strconv.Atoi(fields[4])
	multiplicity, err2 := strconv.Atoi(fields[5])
	return err1 == nil && err2 == nil && 0 <= index && index < multiplicity && multiplicity <= 6
}

// parseGroups reads the words after the record.
func (l *Line) parseGroups(words []string) error {
	at := -1 // the group that words go to
	for _, w := range words {
		name, isName := strings.CutSuffix(w, ":")
		switch {
		case isName && !slices.Contains(groupNames, name):
			return fmt.Errorf("found %.40q, want one of the groups %s", w, strings.Join(groupNames, ", "))
		case isName:
			if at = l.find(name); at < 0 {
				at = len(l.Groups)
				l.Groups = append(l.Groups, Group{Name: name})
			}
			l.Groups[at].Words = nil
		case at < 0:
			return fmt.Errorf("found %.40q after the FEN record, want the name of a group and a colon", w)
		default:
			l.Groups[at].Words = append(l.Groups[at].Words, w)
		}
	}
	return nil
}

// respell writes the steps of an extended kernel as texelutil reads them, where an older
// version of this program has spelled bishops differently. What is no list of steps stays.
func (l *Line) respell() {
	i := l.find("extKernel")
	if i < 0 || len(l.Groups[i].Words) == 0 {
		return
	}
	if steps, err := search.ParseSteps(strings.Join(l.Groups[i].Words, " ")); err == nil {
		l.Groups[i].Words = strings.Fields(search.Kernel{Extended: steps}.ExtendedString())
	}
}

func (l *Line) find(name string) int {
	return slices.IndexFunc(l.Groups, func(g Group) bool { return g.Name == name })
}

// Has reports whether the line has the group.
func (l *Line) Has(name string) bool { return l.find(name) >= 0 }

// Done reports whether nothing is left to decide: the line says illegal, or legal
// with a proof, or that no further effort will be spent.
func (l *Line) Done() bool {
	switch {
	case l.Has("illegal"):
		return true
	case l.Has("legal"): // the word counts more than unknown, as where the line is written
		return l.Has("proof")
	}
	return l.Has("unknown") && l.Has("fail")
}

// form returns the groups that the line is written with.
func (l *Line) form() []string {
	switch {
	case l.Has("illegal"):
		return forms["illegal"]
	case l.Has("legal"):
		return forms["legal"]
	}
	return forms["unknown"]
}

// Append appends the line in texelutil's canonical form: the groups that belong to
// its state, in their order, all separated by single blanks.
func (l *Line) Append(dst []byte) []byte {
	dst = append(dst, l.FEN...)
	for _, name := range l.form() {
		if i := l.find(name); i >= 0 {
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

// Settle records a verdict in the line. An unknown verdict keeps what the line
// already holds, such as a kernel, and marks it unknown.
func (l *Line) Settle(v *verdict.Verdict) {
	switch v.Outcome {
	case verdict.Illegal:
		l.Groups = []Group{{"illegal", strings.Fields(ReasonText(v.Reasons))}}
	case verdict.Legal:
		l.Groups = []Group{{"legal", nil}, {"proof", strings.Fields(v.Certificate.String())}}
	default:
		if !l.Has("proof") {
			l.drop("legal")
		}
		if !l.Has("unknown") {
			l.Groups = append([]Group{{Name: "unknown"}}, l.Groups...)
		}
	}
}

// drop removes groups.
func (l *Line) drop(names ...string) {
	l.Groups = slices.DeleteFunc(l.Groups, func(g Group) bool { return slices.Contains(names, g.Name) })
}

// Retry drops what earlier passes found without deciding, as texelutil's -retry does:
// kernel, extKernel, path, status, fail and info.
func (l *Line) Retry() { l.drop("kernel", "extKernel", "path", "status", "fail", "info") }

// Words returns the words of a group, nil if the line has no such group or it is empty.
func (l *Line) Words(name string) []string {
	if i := l.find(name); i >= 0 {
		return l.Groups[i].Words
	}
	return nil
}

// Set gives a group new words, and adds it if the line has no such group.
func (l *Line) Set(name string, words ...string) {
	i := l.find(name)
	if i < 0 {
		i = len(l.Groups)
		l.Groups = append(l.Groups, Group{Name: name})
	}
	l.Groups[i].Words = words
}

// ReasonText returns the reason of a refutation in words: those of texelutil where
// it has the same reason, and else our own. It never has a word that ends in a
// colon, which would begin a group.
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

// OtherNote says what is meant where a line says Other, as texelutil does; nil elsewhere.
func OtherNote(v *verdict.Verdict) []string {
	if v.Reasons.First() != verdict.Unreachable {
		return nil
	}
	return []string{"Other is texelutil's word for: " + v.Reasons.First().Text()}
}

// BeforeTab drops from a line what other commands append behind a tab, such as the weight of a
// draw or a category, but keeps the groups of a line.
func BeforeTab(text string) string {
	if head, tail, found := strings.Cut(text, "\t"); found && !strings.Contains(tail, ":") {
		return head
	}
	return text
}
