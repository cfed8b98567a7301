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

// A Connection is what a connection file says.
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

// Inner writes a connection file for GoNB, of the same name, into dir, and
// returns its path and content. GoNB listens on sockets in that folder, which only this user can enter; where there are no such sockets, or
// their names are too long for the system, on ports as in [Connection.OnPorts].
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

// OnPorts is Inner with free ports of this machine, on an address of its own where there are others than
// 127.0.0.1: until they are opened nobody else is given one of them.
func (c *Connection) OnPorts(dir, name string) (string, *Connection, error) {
	inner := *c
	inner.Transport, inner.IP = "tcp", loopback()
	for _, port := range inner.ports() {
		l, err := net.Listen("tcp", net.JoinHostPort(inner.IP, "0"))
		if err != nil {
			return "", nil, fmt.Errorf("relay: no free port: %w", err)
		}
		defer l.Close() // all are held until all are found
		*port = l.Addr().(*net.TCPAddr).Port
	}
	return inner.write(dir, name)
}

func (c *Connection) ports() []*int {
	return []*int{&c.ShellPort, &c.ControlPort, &c.StdinPort, &c.IOPubPort, &c.HBPort}
}

// write writes a connection file into a folder that nobody else can enter.
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

// maxSocketName is the length of a name of a socket that all systems allow, with room for a number.
const maxSocketName = 100

// loopback returns an address of this machine: on Linux any that begins with 127 is one, and it is a rare one.
func loopback() string {
	ip := net.IPv4(127, byte(1+rand.IntN(254)), byte(rand.IntN(256)), byte(1+rand.IntN(254))).String()
	l, err := net.Listen("tcp", net.JoinHostPort(ip, "0"))
	if err != nil {
		return "127.0.0.1"
	}
	l.Close()
	return ip
}

// guarded is the address of one port to listen at, with [guarded] connections if it can be reached from outside.
func (c *Connection) guarded(port int) string {
	if c.Transport == "tcp" {
		return fmt.Sprintf("%s://%s:%d", guardedScheme, c.IP, port)
	}
	return c.address(port)
}

// address is that of one port, as ZeroMQ writes it.
func (c *Connection) address(port int) string {
	if c.Transport == "ipc" {
		return fmt.Sprintf("ipc://%s-%d", c.IP, port)
	}
	return fmt.Sprintf("%s://%s:%d", c.Transport, c.IP, port)
}
