// A small API in Go that asks Countersign who sent each request. It needs the standard library alone.
//
//	API_ORIGIN=http://127.0.0.1:9000 COUNTERSIGN_INTERNAL_SECRET=... PORT=9000 go run examples/verify.go
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"time"
)

type verdict struct {
	Valid    bool
	Caller   json.RawMessage
	Response struct {
		Status  int
		Headers map[string]string
		Body    string
	}
}

var client = http.Client{Timeout: 2 * time.Second}

// ask describes the bytes as they came: the signature covers them.
func ask(r *http.Request, body []byte, requires map[string]string) (v verdict, err error) {
	contentType := r.Header.Get("Content-Type")
	if !strings.Contains(strings.ToLower(contentType), "x-www-form-urlencoded") {
		body = nil
	}
	address, _, _ := net.SplitHostPort(r.RemoteAddr)
	question := map[string]any{
		"method":       r.Method,
		"origin":       os.Getenv("API_ORIGIN"), // never from the Host header, which the client chooses
		"target":       r.RequestURI,            // r.URL is decoded
		"content_type": contentType,
		"body_base64":  body,
		"requires":     requires,
		"address":      address,
	}
	if authorization := r.Header.Get("Authorization"); authorization != "" {
		question["authorization"] = authorization
	}
	asked, err := json.Marshal(question)
	if err != nil {
		return v, err
	}
	request, err := http.NewRequest("POST", setting("COUNTERSIGN_URL", "http://127.0.0.1:8081")+"/verify", bytes.NewReader(asked))
	if err != nil {
		return v, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Countersign-Secret", os.Getenv("COUNTERSIGN_INTERNAL_SECRET"))
	answer, err := client.Do(request)
	if err != nil {
		return v, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return v, fmt.Errorf("Countersign answers %s", answer.Status)
	}
	return v, json.NewDecoder(answer.Body).Decode(&v)
}

func handle(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 64*1024))
	if err != nil || len(r.Header.Values("Authorization")) > 1 {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	v, err := ask(r, body, nil)
	switch {
	case err != nil: // without a verdict the request is refused
		log.Print("no verdict: ", err)
		w.Header().Set("Retry-After", "5")
		w.WriteHeader(http.StatusServiceUnavailable)
	case v.Valid:
		w.Header().Set("Content-Type", "application/json")
		w.Write(v.Caller)
	default:
		for name, value := range v.Response.Headers {
			w.Header().Set(name, value)
		}
		w.WriteHeader(v.Response.Status)
		io.WriteString(w, v.Response.Body)
	}
}

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

func main() {
	// A plain handler: http.ServeMux redirects targets that it would clean.
	log.Fatal(http.ListenAndServe("127.0.0.1:"+setting("PORT", "9000"), http.HandlerFunc(handle)))
}
