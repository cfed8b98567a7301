// Package numbers is the one source of the figures that the project quotes: README, docs, notebooks and the paper take them from the stored
// records through it.
//
//	records --Open--> Record --Values--> named texts --go generate--> Markdown, --JSON--> the paper
//
// A place in Markdown that quotes a figure names it:
//
//	<!--=proven-->(4.8261 ± 0.0007) × 10⁴⁴<!--=-->
//
// go generate (marks_test.go) writes the text between the marks; a test fails if a place is stale or names a figure that does not
// exist. A reader of the page sees the text alone.
//
// Names are those of [Record.Values]. A name without a prefix is of the edition with the narrowest range; "first.", "second." and so on go
// before those of one edition, "first-second." before those of a pair, "combined." before those of all editions together, "unpromoted."
// before those of the record of positions without extra men.
package numbers

//go:generate go test . -count 1 -run ^TestQuotedNumbersAreFresh$ -update
