// Package paper makes the parts of an article on the number of legal positions from the stored records alone: figures, their data and
// captions, tables for LaTeX, and all numbers by name.
//
//	numbers.Record --Figures, Tables, Values--> Write --> files
//
// Every figure comes in four forms: one column wide (3.4 inches) and two (7), with a title and without, each as PDF and SVG with the
// font inside and text that can be searched. Colors differ in gray, too. With each come its data as CSV and a caption
// that names the record, the seed and the program.
//
// What the records do not hold (games, legal moves) is computed from a sample of uniform legal positions with a seed of its own; captions
// of such figures say so. Measurements that take longer (times of verdicts, states of the search for kernels, mates) are stored in the
// program, with their origin: files solving.tsv and mates.json, made by the commands that measured.go names. The program computes no
// estimate: these come from package survey/report.
package paper
