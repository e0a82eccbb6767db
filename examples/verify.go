// A small API in Go that asks Countersign who sent each request. It needs the standard library alone.
//
//	API_ORIGIN=http://127.0.0.1:9000 COUNTERSIGN_INTERNAL_SECRET=... PORT=9000 go run examples/verify.go
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"time"
)

// Countersign accepts forms up to this length.
const maxBodyBytes = 64 * 1024

var client = http.Client{Timeout: 2 * time.Second}

type decision struct {
	Valid    bool
	Caller   json.RawMessage
	Response struct {
		Status  int
		Headers map[string]string
		Body    string
	}
}

// The API itself, which runs only for requests that Countersign has allowed. It returns what it was given.
func api(w http.ResponseWriter, r *http.Request, caller json.RawMessage) {
	body, _ := io.ReadAll(r.Body)
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]any{"caller": caller, "body": string(body)})
}

func protected(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodOptions { // A browser sends it without credentials.
		w.Header().Set("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")
		w.WriteHeader(http.StatusNoContent)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBodyBytes))
	if tooLong := new(http.MaxBytesError); errors.As(err, &tooLong) {
		reject(w, http.StatusRequestEntityTooLarge, 215, "The request body is over 64 KB")
		return
	}
	if err != nil {
		reject(w, http.StatusBadRequest, 215, "The request body is incomplete")
		return
	}
	d, err := decide(r, body)
	if err != nil {
		log.Printf("no decision: %v", err)
		w.Header().Set("Retry-After", "5")
		reject(w, http.StatusServiceUnavailable, 130, "Over capacity")
		return
	}
	if !d.Valid {
		for name, value := range d.Response.Headers {
			w.Header().Set(name, value)
		}
		w.WriteHeader(d.Response.Status)
		io.WriteString(w, d.Response.Body)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body)) // The API reads the bytes that were verified, and no others.
	api(w, r, d.Caller)
}

// decide returns an error if Countersign has made no decision. The request must then be rejected.
func decide(r *http.Request, body []byte) (d decision, err error) {
	contentType := strings.Join(r.Header.Values("Content-Type"), ", ")
	address, _, _ := net.SplitHostPort(r.RemoteAddr)
	description, _ := json.Marshal(map[string]any{
		"method":        r.Method,
		"origin":        os.Getenv("API_ORIGIN"), // never from the Host header, which the client chooses
		"target":        r.RequestURI,            // as it was signed; r.URL is decoded
		"authorization": strings.Join(r.Header.Values("Authorization"), ", "),
		"content_type":  contentType,
		"body_base64":   body, // a form is signed, and any other body may have a hash
		"address":       address,
	})
	service := os.Getenv("VERIFIER_URL")
	if service == "" {
		service = "http://127.0.0.1:8081"
	}
	request, err := http.NewRequest("POST", service+"/verify", bytes.NewReader(description))
	if err != nil {
		return d, err
	}
	request.Header.Set("X-Countersign-Secret", os.Getenv("COUNTERSIGN_INTERNAL_SECRET"))
	response, err := client.Do(request)
	if err != nil {
		return d, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, 256*1024))
	if err != nil {
		return d, err
	}
	err = json.Unmarshal(text, &d)
	isDecision := d.Valid && d.Caller != nil || !d.Valid && d.Response.Status >= 400
	if response.StatusCode != http.StatusOK || err != nil || !isDecision {
		return decision{}, fmt.Errorf("Countersign returned %d %.500q", response.StatusCode, text)
	}
	return d, nil
}

func reject(w http.ResponseWriter, status, code int, message string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"errors":[{"code":%d,"message":%q}]}`, code, message)
}

func main() {
	// A plain handler: http.ServeMux redirects targets that it would clean.
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), http.HandlerFunc(protected)))
}
