//go:build !unix

package widgets

import "os/exec"

// ownGroup does nothing: there are no groups that signals are sent to.
func ownGroup(*exec.Cmd) {}
