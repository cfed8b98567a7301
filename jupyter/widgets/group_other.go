//go:build !unix

package answers

import "os/exec"

// ownGroup does nothing: there are no groups that signals are sent to.
func ownGroup(*exec.Cmd) {}
