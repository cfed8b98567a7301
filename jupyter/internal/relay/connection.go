package relay

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"runtime"
)

// A Connection is the content of a connection file.
// https://jupyter-client.readthedocs.io/en/latest/kernels.html#connection-files
type Connection struct {
	Transport       string `json:"transport"`
	IP              string `json:"ip"`
	ShellPort       int    `json:"shell_port"`
	ControlPort     int    `json:"control_port"`
	StdinPort       int    `json:"stdin_port"`
	IOPubPort       int    `json:"iopub_port"`
	HBPort          int    `json:"hb_port"`
	Key             string `json:"key"`
	SignatureScheme string `json:"signature_scheme"`
	KernelName      string `json:"kernel_name,omitempty"`
}

// ReadConnection reads a connection file.
func ReadConnection(path string) (*Connection, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("relay: connection file: %w", err)
	}
	var c Connection
	if err := json.Unmarshal(data, &c); err != nil {
		return nil, fmt.Errorf("relay: %s is no connection file: %w", path, err)
	}
	if c.SignatureScheme != "" && c.SignatureScheme != "hmac-sha256" {
		return nil, fmt.Errorf("relay: %s: signature scheme %q, want hmac-sha256", path, c.SignatureScheme)
	}
	if c.Transport == "" || c.ShellPort == 0 || c.IOPubPort == 0 {
		return nil, fmt.Errorf("relay: %s is no connection file: transport or ports are missing", path)
	}
	return &c, nil
}

// Inner writes a connection file for GoNB, of the same name, into dir, and returns its path and content. GoNB listens on sockets in that
// folder, which only this user can enter; where there are no such sockets, or their names are too long for the system, on ports as in
// [Connection.OnPorts].
func (c *Connection) Inner(dir, name string) (string, *Connection, error) {
	inner := *c
	inner.Transport, inner.IP = "ipc", filepath.Join(dir, "gonb")
	if runtime.GOOS == "windows" || len(inner.IP) > maxSocketName {
		return c.OnPorts(dir, name)
	}
	for i, port := range inner.ports() {
		*port = i + 1
	}
	return inner.write(dir, name)
}

// OnPorts is Inner with free ports of this machine. It uses a loopback address of its own where the system has others than
// 127.0.0.1, so that no other program is given one of the ports before GoNB opens them.
func (c *Connection) OnPorts(dir, name string) (string, *Connection, error) {
	inner := *c
	inner.Transport, inner.IP = "tcp", loopback()
	for _, port := range inner.ports() {
		l, err := net.Listen("tcp", net.JoinHostPort(inner.IP, "0"))
		if err != nil {
			return "", nil, fmt.Errorf("relay: no free port: %w", err)
		}
		defer l.Close() // each stays open until all are found, so that they differ
		*port = l.Addr().(*net.TCPAddr).Port
	}
	return inner.write(dir, name)
}

// ports returns pointers to all ports.
func (c *Connection) ports() []*int {
	return []*int{&c.ShellPort, &c.ControlPort, &c.StdinPort, &c.IOPubPort, &c.HBPort}
}

// write writes the connection file into a folder that only this user can enter, and returns its path and c.
func (c *Connection) write(dir, name string) (string, *Connection, error) {
	data, err := json.Marshal(c)
	if err != nil {
		return "", nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", nil, fmt.Errorf("relay: %w", err)
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return "", nil, fmt.Errorf("relay: %w", err)
	}
	path := filepath.Join(dir, filepath.Base(name))
	if err := os.WriteFile(path, data, 0o600); err != nil {
		return "", nil, fmt.Errorf("relay: %w", err)
	}
	return path, c, nil
}

// maxSocketName is a length of a socket's path, in bytes, that all systems allow, with room for "-" and a number.
const maxSocketName = 100

// loopback returns a random address from 127.1.0.1 on where the system has them, as Linux does, else 127.0.0.1.
func loopback() string {
	ip := net.IPv4(127, byte(1+rand.IntN(254)), byte(rand.IntN(256)), byte(1+rand.IntN(254))).String()
	l, err := net.Listen("tcp", net.JoinHostPort(ip, "0"))
	if err != nil {
		return "127.0.0.1"
	}
	l.Close()
	return ip
}

// guardedAddress returns the address to listen at of one port, with [guardedConn] connections if others can reach it.
func (c *Connection) guardedAddress(port int) string {
	if c.Transport == "tcp" {
		return fmt.Sprintf("%s://%s:%d", guardedScheme, c.IP, port)
	}
	return c.address(port)
}

// address returns the address of one port, as ZeroMQ writes it.
func (c *Connection) address(port int) string {
	if c.Transport == "ipc" {
		return fmt.Sprintf("ipc://%s-%d", c.IP, port)
	}
	return fmt.Sprintf("%s://%s:%d", c.Transport, c.IP, port)
}
