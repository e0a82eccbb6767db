// As much of Tyk as runs the guide's plugin: a hook whose response ends the request, and a proxy whose target is built as
// in Tyk's gateway/reverse_proxy.go.
package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httputil"
	"os"
	"strings"
)

type watched struct {
	http.ResponseWriter
	sent bool
}

func (w *watched) WriteHeader(status int) {
	w.sent = true
	w.ResponseWriter.WriteHeader(status)
}

func (w *watched) Write(text []byte) (int, error) {
	w.sent = true
	return w.ResponseWriter.Write(text)
}

func main() {
	proxy := &httputil.ReverseProxy{Director: func(r *http.Request) {
		r.URL.Scheme, r.URL.Host = "http", os.Args[2]
		r.URL.Path = "/" + strings.TrimLeft(r.URL.Path, "/")
		if r.URL.RawPath != "" {
			r.URL.RawPath = "/" + strings.TrimLeft(r.URL.RawPath, "/")
		}
		if r.URL.RawPath == r.URL.Path {
			r.URL.RawPath = ""
		}
	}}
	panic(http.ListenAndServe(os.Args[1], http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		hook := &watched{ResponseWriter: rw}
		Countersign(hook, r)
		if hook.sent {
			return
		}
		// Trailers are known only once the body is read.
		out := *r
		body, problem := io.ReadAll(r.Body)
		if problem != nil {
			panic(problem)
		}
		out.Body = io.NopCloser(bytes.NewReader(body))
		proxy.ServeHTTP(rw, &out)
	})))
}
