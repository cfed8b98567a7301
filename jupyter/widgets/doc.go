// Package widgets lets a picture in a notebook ask the program of its cell, also after the cell has ended: a board on which men
// are set up asks for the verdict, a slider for another histogram. The package contains neither pictures nor chess.
//
//	page --question--> kernel (Host) --standard input--> program of the cell, run once more (Offer)
//	page <---answer--- kernel        <--descriptor 3---
//
// # Why the program runs once more
//
// A cell is a program, and Jupyter shows a cell as busy until its program ends; nothing else can run before. A picture that kept its
// program alive would block the notebook. So the program ends as any other does, and [Offer] leaves a link to its file behind. The first
// question makes the [Host] run that file again, in the same folder, with the same environment, with its output discarded. The program
// repeats what the cell does before the picture. At the same call of Offer it stays there and answers questions, until the kernel ends or
// other pictures need its place. So any function of a cell can answer, closures over its variables included. Variables of earlier cells
// have their present values.
//
// A cell whose picture is never used costs the link alone. Pictures in a notebook that was run headless, in a terminal, or by a kernel that
// has ended have no program: their answer says [Answer.Gone].
//
// # Newest first
//
// A program answers one question at a time. Moving a slider asks many. The newest one cancels the context of the one before, and
// those between are answered as Dropped.
//
// # Files
//
//	answers.go  questions and answers
//	offer.go    in the cell's program: saving the program, and answering
//	host.go     in the kernel: running programs
package widgets
