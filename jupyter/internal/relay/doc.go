// Package relay passes messages between Jupyter and GoNB. Jupyter sees it as a kernel,
// GoNB as a Jupyter client. Messages pass unchanged, with these exceptions:
//
//   - a cell to execute is rewritten by package cells, and shown to Jupyter as
//     it was written;
//   - errors lose the names of GoNB's folders and say cell and line;
//   - cells that are waiting when one fails are answered as aborted, as
//     Jupyter's own kernels do;
//   - the text that a cell prints beyond 200 kB goes to a file, and a line of the output names the file;
//   - completion and help are answered by package cells, at once;
//   - requests of interactive pictures are answered by the programs of their cells (package widgets);
//   - requests that GoNB ignores are answered here, as JupyterLab would not know otherwise
//     that the kernel is ready.
//
// # Sockets
//
// Jupyter's five ports are opened here. GoNB gets a connection file of its own, with other ports and the same key. Each message from a
// ROUTER socket begins with the name of its sender; the relay passes it on as a part of the message, and GoNB returns it, so answers find
// their way without a table.
//
// GoNB answers requests for execution one after the other. The relay holds them back until the one before is answered, because what a cell
// becomes depends on what those before it have defined. Messages of widgets do not wait.
//
// # Files
//
//	connection.go  connection files
//	message.go     the wire format, with signatures
//	relay.go       the sockets and the queue
//	execute.go     what happens to a cell and its answers
//	local.go       answers that are given without GoNB
//	tidy.go        error texts
//	compiling.go   the note under a cell whose program is being built, and interrupts meanwhile
//	flood.go       long outputs
//	guard.go       connections that no peer can block or exhaust
//	input.go       cells that read standard input
package relay
