// Command table prints the size of every package: lines of code and of tests and their
// ratio, exported names, those of them that others can import (public: not below a folder
// named internal), and the types with most fields and methods; the sums come last.
//
//	go run ./tools/archtest/table [FOLDER]
//
// The folder is the root of a clone, by default the current one.
package main

import (
	"fmt"
	"os"
	"text/tabwriter"

	"chesscensus/tools/archtest"
)

func main() {
	root := "."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	all, err := archtest.Measure(root)
	if err != nil {
		fmt.Fprintln(os.Stderr, "table:", err)
		os.Exit(1)
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "package\tcode\ttest\ttest/code\texported\tpublic\tmost fields\tmost methods")
	var sum archtest.Package
	sum.Path = fmt.Sprintf("%d packages", len(all))
	for _, p := range all {
		row(w, p)
		sum.Code += p.Code
		sum.Test += p.Test
		sum.Exported += p.Exported
		sum.Public += p.Public
		for _, t := range p.Types {
			t.Name = p.Path + "." + t.Name
			sum.Types = append(sum.Types, t)
		}
	}
	row(w, sum)
	w.Flush()
}

// row prints what was measured in a package.
func row(w *tabwriter.Writer, p archtest.Package) {
	var fields, methods archtest.Type
	for _, t := range p.Types {
		if t.Fields > fields.Fields {
			fields = t
		}
		if t.Methods > methods.Methods {
			methods = t
		}
	}
	fmt.Fprintf(w, "%s\t%d\t%d\t%.2f\t%d\t%d\t%s\t%s\n", p.Path, p.Code, p.Test, float64(p.Test)/float64(max(1, p.Code)), p.Exported, p.Public,
		count(fields.Fields, fields.Name), count(methods.Methods, methods.Name))
}

// count is a number with the name of its owner, nothing if there is none.
func count(n int, name string) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d %s", n, name)
}
