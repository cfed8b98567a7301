package digits

import (
	"fmt"
	"regexp"
	"strings"
)

// superscripts matches a number in superscript digits.
var superscripts = regexp.MustCompile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+")

// EscapeTeX returns a text for LaTeX, in characters that pdfLaTeX knows: signs and superscripts become mathematics.
func EscapeTeX(s string) string {
	s = strings.NewReplacer(`\`, `\textbackslash{}`, "%", `\%`, "&", `\&`, "#", `\#`, "_", `\_`, "$", `\$`, "{", `\{`, "}", `\}`,
		"^", `\^{}`, "~", `\~{}`, "…", "...", "\n", " ",
		"♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "P", "♚", "k", "♛", "q", "♜", "r", "♝", "b", "♞", "n", "♟", "p",
		"×", `$\times$`, "±", `$\pm$`, "≤", `$\le$`, "≥", `$\ge$`, "−", `$-$`).Replace(s)
	return superscripts.ReplaceAllStringFunc(s, func(digits string) string {
		return "$^{" + strings.NewReplacer("⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4",
			"⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9", "⁻", "-").Replace(digits) + "}$"
	})
}

// TeXFields returns the fields of a table for LaTeX, with powers of ten as mathematics: "(4.8 ± 0.1)e44" becomes
// "(4.8 $\pm$ 0.1) $\times$ 10$^{44}$".
func TeXFields(rows [][]string) [][]string {
	escaped := make([][]string, len(rows))
	for i, row := range rows {
		for _, field := range row {
			escaped[i] = append(escaped[i], EscapeTeX(Raised(field)))
		}
	}
	return escaped
}

// Tabular returns a table for LaTeX with the rules of booktabs, without float and caption. The first column is aligned to the left, the
// others to the right. The fields of the rows are LaTeX already, and those of the head are escaped. It needs the packages booktabs and
// amsmath.
func Tabular(head []string, rows [][]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\\begin{tabular}{l%s}\n\\toprule\n", strings.Repeat("r", max(len(head)-1, 0)))
	for i, h := range head {
		if i > 0 {
			b.WriteString(" & ")
		}
		b.WriteString(EscapeTeX(h))
	}
	b.WriteString(" \\\\\n\\midrule\n")
	for _, row := range rows {
		fmt.Fprintf(&b, "%s \\\\\n", strings.Join(row, " & "))
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
	return b.String()
}
