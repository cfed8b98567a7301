package relay

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// delimiter separates the routing ids of a message from its parts.
const delimiter = "<IDS|MSG>"

// Errors of parse. Such messages are not passed on.
var (
	errMessage   = errors.New("relay: not a message of Jupyter")
	errSignature = errors.New("relay: wrong signature")
)

// A header is the part of a message with its type and id.
type header struct {
	ID       string `json:"msg_id"`
	Type     string `json:"msg_type"`
	Session  string `json:"session"`
	Username string `json:"username"`
	Date     string `json:"date"`
	Version  string `json:"version"`
}

// A message is one message of Jupyter. inner is its content, as JSON.
// https://jupyter-client.readthedocs.io/en/latest/messaging.html#the-wire-protocol
type message struct {
	ids                                [][]byte
	rawHeader, parent, metadata, inner []byte
	buffers                            [][]byte
	header                             header
}

// signature returns the HMAC-SHA256 of the four parts of a message in hex, nil without a key.
func signature(key string, parts ...[]byte) []byte {
	if key == "" {
		return nil
	}
	mac := hmac.New(sha256.New, []byte(key))
	for _, part := range parts {
		mac.Write(part)
	}
	return []byte(hex.EncodeToString(mac.Sum(nil)))
}

// parse reads the frames of a message and checks its signature.
func parse(frames [][]byte, key string) (*message, error) {
	ids := 0
	for ids < len(frames) && string(frames[ids]) != delimiter {
		ids++
	}
	if len(frames) < ids+6 {
		return nil, errMessage
	}
	parts := frames[ids+1:]
	m := &message{
		ids: frames[:ids], rawHeader: parts[1], parent: parts[2], metadata: parts[3], inner: parts[4], buffers: parts[5:],
	}
	if !hmac.Equal(signature(key, m.rawHeader, m.parent, m.metadata, m.inner), parts[0]) && key != "" {
		return nil, errSignature
	}
	if err := json.Unmarshal(m.rawHeader, &m.header); err != nil {
		return nil, fmt.Errorf("%w: %w", errMessage, err)
	}
	return m, nil
}

// frames returns the frames of the message on the wire, with its signature.
func (m *message) frames(key string) [][]byte {
	list := append([][]byte{}, m.ids...)
	list = append(list, []byte(delimiter), signature(key, m.rawHeader, m.parent, m.metadata, m.inner), m.rawHeader, m.parent, m.metadata, m.inner)
	return append(list, m.buffers...)
}

// parentID returns the id of the message that this one answers.
func (m *message) parentID() string {
	var h header
	json.Unmarshal(m.parent, &h)
	return h.ID
}

// content returns the content as a map, which is empty if the content is no JSON object.
func (m *message) content() map[string]any {
	c := make(map[string]any)
	json.Unmarshal(m.inner, &c)
	return c
}

// withContent returns the message with another content.
func (m *message) withContent(content map[string]any) *message {
	changed := *m
	changed.inner, _ = json.Marshal(content) // cannot fail: it came from JSON, or holds strings, numbers and lists
	return &changed
}

// withJSON returns a display message with the data of MIME types /json and +json as JSON values. GoNB's protocol carries all data as text,
// while Jupyter wants these types decoded. Other messages are returned as they are.
func (m *message) withJSON() *message {
	if !bytes.Contains(m.inner, []byte(`json":`)) {
		return m
	}
	var content, data map[string]json.RawMessage
	if json.Unmarshal(m.inner, &content) != nil || json.Unmarshal(content["data"], &data) != nil {
		return m
	}
	for kind, raw := range data {
		var text string
		if (strings.HasSuffix(kind, "/json") || strings.HasSuffix(kind, "+json")) && json.Unmarshal(raw, &text) == nil && json.Valid([]byte(text)) {
			data[kind] = json.RawMessage(text)
		}
	}
	content["data"], _ = json.Marshal(data)
	changed := *m
	changed.inner, _ = json.Marshal(content)
	return &changed
}

// answer returns a new message of the given type about the message m. A reply has the routing ids
// of m; a publication has its type as its topic.
func (m *message) answer(msgType string, reply bool, content map[string]any) *message {
	h := header{ID: newID(), Type: msgType, Session: m.header.Session, Username: "kernel", Date: time.Now().UTC().Format(time.RFC3339Nano), Version: "5.4"}
	raw, _ := json.Marshal(h)
	inner, _ := json.Marshal(content)
	a := &message{rawHeader: raw, parent: m.rawHeader, metadata: []byte("{}"), inner: inner, header: h, ids: [][]byte{[]byte(msgType)}}
	if reply {
		a.ids = m.ids
	}
	return a
}

// newID returns a random message id.
func newID() string {
	var b [16]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}
