// Package paper makes what an article on the number of legal positions needs, from the stored records alone: figures, their data and captions,
// tables for LaTeX, and all numbers by name.
//
//	numbers.Record --Figures, Tables, Values--> Write --> files
//
// Every figure comes in four forms: one column wide (3.4 inches) and two (7), with a title and without, each as PDF and SVG with the
// font inside and text that can be searched. Colours are told apart in grey. Beside each lies its data as CSV and a caption
// that says of which record, seed and program it is.
//
// What the records do not hold (games, legal moves) is looked up on a fresh sample of uniform legal positions with a seed of its own; captions of such figures
// say so. What takes longer to measure (times of verdicts, states of the search for kernels, mates) is part of the program, with its origin: files
// solving.tsv and mates.json, made by the commands that measured.go names. The program computes no estimate: these come from package survey/report.
package paper
