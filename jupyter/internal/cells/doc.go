// Package cells turns the cells of a notebook into programs that GoNB can run. Each such program is a process of its own, so the package
// also carries variables and declarations from one cell to the next. It handles Go only, not Jupyter.
//
// Package relay, which talks to Jupyter, calls [Notebook.Rewrite] before it sends a cell to GoNB and [Notebook.Done] when GoNB has
// answered. GoNB itself is started by package jupyter: its file session.go makes the environment, and the script of direct.go compiles and
// links the programs of cells.
//
// # What becomes of a cell
//
// GoNB expects declarations, then statements after a line "%%". A cell in statement
// style has statements anywhere and no such line. The cell
//
//	n := 3 // a comment
//	n * n
//
// becomes
//
//	import "chesscensus/jupyter/cell"
//	%%
//	defer cell.Begin()()
//	{
//	n := 3; defer cell.KeepSmall("n", &n) // a comment
//	cell.Show(n * n)
//	}
//
// and n++ in the next cell
//
//	defer cell.Begin()()
//	n := cell.Load[int]("n"); defer cell.Keep("n", &n)
//	{
//	n++
//	}
//
// with the import and "%%" before it. An error that ends the cell lets the deferred calls run.
// The user's text is not reformatted: calls are inserted at the offsets that the parser reports, and
// every line keeps its number. The word %source in a cell shows the result.
//
// Cells with a main line of GoNB's ("%%", "%main", "%test" ...) or for another program ("%%bash"), and cells of functions and types, go through
// byte for byte, unless they mention a variable of the notebook, or a member that its package lacks; then lines are put before them. But in
// every cell a raw string of several lines becomes strings in quotes, a line each (syntax.Plain), as this package and GoNB work line by line.
//
// A single variable may take the value of a call that returns a value and an error: u := url.Parse("...") ends the cell if there is an
// error. So does such a call as the last expression, or one that returns an error alone.
//
// # How the next cell gets a variable
//
// Every cell is a process. The type of a variable, which go/types computes from the
// compiler's export data, decides in which of three ways later cells get it:
//
//   - stored: its value is written when the cell ends and read when a later
//     cell mentions it (packages cell and internal/snapshot; jupyter/forms/frames for data frames);
//   - made again ("remade" in names): a function, or a value that holds one or an interface, and any
//     value that takes more than 16 MB and that its cell does not change after
//     its definition, which calls no function of the notebook. The expression that defined it is
//     evaluated again, with the present values of the variables that it mentions, and the
//     statements that have changed it since are repeated (package kinds): so a plot
//     keeps its title and its lines;
//   - not kept ("lost"): a channel, and what would have to be made again by an expression that receives from a channel,
//     calls a package that reaches outside of the program, such as os, or draws random numbers. A later
//     cell that mentions it is refused, with the reason.
//
// A source of random numbers within a remade value gets a variable of its own, which is stored (again.go).
//
// Variables in a cell of functions and types are kept, too. But if one would be lost, or is mentioned before its definition, or there is a
// function init, the cell is left to GoNB, which repeats the declarations in every program.
//
// A variable that a function mentions must be a variable of the program, not of main;
// then := becomes =, and the variable is declared above.
//
// # The steps of Rewrite
//
//	Split              special lines, and the pieces of the rest
//	Divide             whether the cell is in statement style; the class of each piece
//	parse              the cell as a file with a function main
//	check              imports that are lacking, and types
//	wrapFallibleCalls  calls that return an error, too; after each change check again
//	separateSources    sources of random numbers within remade values
//	emit               edits of the definitions and the last expression, and the lines of the program
//
// Done then records what the cell has defined (commit).
//
// # Files
//
//	syntax       tokens, raw strings and special lines of a text; names and habits in a parsed cell, without types
//	notebook.go  the variables and declarations of earlier cells
//	rewrite.go   Rewrite and Done, the order of the steps, and the lines of the program
//	program.go   one cell as a program (parse), and recording what it defined
//	check.go     types: of the cell with the declarations of earlier cells
//	must.go      x := f() where f returns an error too
//	again.go     whether a value can be made again; sources of random numbers
//	define.go    what a statement defines; the last expression
//	loads.go     the lines by which a cell gets variables
//	prints.go    fingerprints of values: whether a value is remade from other values than before
//	shares.go    variables that were one value, and are copies since
//	lookup       the package that a name means, its export data, and its doc comments (docs.go)
//	kinds        which types can be stored or named, and how a cell changes a variable after its definition
//	complete.go  the names that complete a word
//	inspect.go   declarations and doc comments, for Shift-Tab
//	commands.go  %source and the other words of this kernel
package cells
