package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"text/tabwriter"
)

func main() {
	log.SetFlags(0)
	picture := flag.String("picture", "", "write the picture of the top folders to `FILE`")
	goos := flag.String("types", "", "type-check all packages and tests for the operating system `GOOS`, without compiling anything")
	flag.Parse()
	if *goos != "" {
		if err := TypeCheck(".", *goos, "./..."); err != nil {
			log.Fatal(err)
		}
		return
	}
	if *picture != "" {
		graph, err := Graph(".")
		if err == nil {
			err = os.WriteFile(*picture, []byte(Picture(Layers(graph))), 0o666)
		}
		if err != nil {
			log.Fatal("archtest: ", err)
		}
		return
	}
	all, err := Measure(".")
	if err != nil {
		log.Fatal("archtest: ", err)
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "package\tcode\ttest\texported\tpublic\tmost fields\tmost methods")
	sum := Package{Path: fmt.Sprintf("%d packages", len(all)), Types: map[string]Type{}}
	row := func(p *Package) {
		var largest Type
		for _, t := range p.Types {
			largest.Fields, largest.Methods = max(largest.Fields, t.Fields), max(largest.Methods, t.Methods)
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\n", p.Path, p.Code, p.Test, p.Exported, p.Public, largest.Fields, largest.Methods)
	}
	for _, p := range all {
		row(&p)
		sum.Code, sum.Test, sum.Exported, sum.Public = sum.Code+p.Code, sum.Test+p.Test, sum.Exported+p.Exported, sum.Public+p.Public
		for name, t := range p.Types {
			sum.Types[p.Path+"."+name] = t
		}
	}
	row(&sum)
	if err := w.Flush(); err != nil {
		log.Fatal("archtest: ", err)
	}
}
