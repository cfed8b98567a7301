package digits

import "testing"

// TestTeX: signs that pdfLaTeX does not know, or would read as commands, are replaced.
func TestTeX(t *testing.T) {
	if got, want := EscapeTeX(`50% & a_b # $x {y} ^ ~ \z, Österlund`), `50\% \& a\_b \# \$x \{y\} \^{} \~{} \textbackslash{}z, Österlund`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	rows := TeXFields([][]string{{"5.1 ± 2 × 10⁻⁵ %", "≤ 10⁴⁴"}, {"e2e4", "(4.8261 ± 0.0007)e44"}})
	want := `\begin{tabular}{lr}
\toprule
share, \% & positions \\
\midrule
5.1 $\pm$ 2 $\times$ 10$^{-5}$ \% & $\le$ 10$^{44}$ \\
e2e4 & (4.8261 $\pm$ 0.0007) $\times$ 10$^{44}$ \\
\bottomrule
\end{tabular}
`
	if got := Tabular([]string{"share, %", "positions"}, rows); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := Tabular(nil, nil); got == "" {
		t.Error("a table without columns is nothing")
	}
}
