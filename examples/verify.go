// A small API in Go that asks Countersign who sent each request. It needs the standard library alone.
//
//	COUNTERSIGN_URL=http://127.0.0.1:8081 COUNTERSIGN_INTERNAL_SECRET=... \
//	API_ORIGIN=http://127.0.0.1:9000 PORT=9000 go run examples/verify.go
package main

import (
	"bytes"
	"encoding/json"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"time"
)

var client = http.Client{Timeout: 2 * time.Second}

type verdict struct {
	Valid    bool
	Caller   json.RawMessage
	Response struct {
		Status  int
		Headers map[string]string
		Body    string
	}
}

func verdictOn(r *http.Request) (v verdict, err error) {
	v.Response.Status = http.StatusServiceUnavailable // unless there is a verdict
	var form []byte
	if strings.Contains(strings.ToLower(r.Header.Get("Content-Type")), "x-www-form-urlencoded") {
		form, _ = io.ReadAll(io.LimitReader(r.Body, 64*1024))
	}
	address, _, _ := net.SplitHostPort(r.RemoteAddr)
	question, _ := json.Marshal(map[string]any{
		"method":        r.Method,
		"origin":        os.Getenv("API_ORIGIN"), // never from the Host header, which the client chooses
		"target":        r.RequestURI,            // as it was signed; r.URL is decoded
		"authorization": strings.Join(r.Header.Values("Authorization"), ", "),
		"content_type":  r.Header.Get("Content-Type"),
		"body_base64":   form,
		"address":       address,
	})
	asked, err := http.NewRequest("POST", os.Getenv("COUNTERSIGN_URL")+"/verify", bytes.NewReader(question))
	if err != nil {
		return v, err
	}
	asked.Header.Set("X-Countersign-Secret", os.Getenv("COUNTERSIGN_INTERNAL_SECRET"))
	answer, err := client.Do(asked)
	if err != nil {
		return v, err
	}
	defer answer.Body.Close()
	if answer.StatusCode == http.StatusOK {
		err = json.NewDecoder(answer.Body).Decode(&v)
	}
	return v, err
}

func api(w http.ResponseWriter, r *http.Request) {
	v, err := verdictOn(r)
	if err == nil && v.Valid {
		w.Header().Set("Content-Type", "application/json")
		w.Write(v.Caller)
		return
	}
	for name, value := range v.Response.Headers {
		w.Header().Set(name, value)
	}
	w.WriteHeader(v.Response.Status)
	io.WriteString(w, v.Response.Body)
}

func main() {
	// A plain handler: http.ServeMux redirects targets that it would clean.
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), http.HandlerFunc(api)))
}
