// Package cell has the functions that a cell of a notebook calls while it runs: Show, which shows the value of its last expression, and
// Load and Keep, which carry its variables to the next cell. The notebook kernel (jupyter/internal/cells) writes the calls; users need not,
// but may call Show and Must.
//
// Every cell is a process of its own, as GoNB compiles it. So a variable that must outlive its cell is written to a file when the cell
// ends, also by a panic, and read by the next cell that mentions it. The consequences:
//
//   - values come back complete, unexported fields included (internal/snapshot);
//   - two variables that share memory, as a slice and a part of it do, are two
//     copies in the next cell;
//   - an error keeps its text and loses its type, so that errors.Is and errors.As
//     find nothing in it;
//   - os.Exit and log.Fatal end a cell at once: its variables then have the
//     values that they had before it;
//   - channels and functions cannot be written; jupyter/internal/cells says
//     what the kernel does with them.
package cell
