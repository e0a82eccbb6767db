package main

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1"
	"encoding/base64"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"sort"
	"strings"
	"time"
)

func encode(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

// The header of a request that is signed with HMAC-SHA1 (RFC 5849, section 3.4).
func authorization(method, address string, parameters map[string]string) string {
	nonce := make([]byte, 16)
	rand.Read(nonce)
	oauth := map[string]string{
		"oauth_consumer_key":     os.Getenv("CONSUMER_KEY"),
		"oauth_nonce":            fmt.Sprintf("%x", nonce),
		"oauth_signature_method": "HMAC-SHA1",
		"oauth_timestamp":        fmt.Sprint(time.Now().Unix()),
		"oauth_token":            os.Getenv("ACCESS_TOKEN"),
	}
	var pairs [][2]string
	for name, value := range parameters {
		pairs = append(pairs, [2]string{encode(name), encode(value)})
	}
	var fields, normalized []string
	for name, value := range oauth {
		pairs = append(pairs, [2]string{encode(name), encode(value)})
		fields = append(fields, fmt.Sprintf("%s=%q", name, encode(value)))
	}
	sort.Slice(pairs, func(a, b int) bool { return pairs[a][0] < pairs[b][0] })
	for _, pair := range pairs {
		normalized = append(normalized, pair[0]+"="+pair[1])
	}
	text := method + "&" + encode(address) + "&" + encode(strings.Join(normalized, "&"))
	secrets := encode(os.Getenv("CONSUMER_SECRET")) + "&" + encode(os.Getenv("ACCESS_TOKEN_SECRET"))
	mac := hmac.New(sha1.New, []byte(secrets))
	mac.Write([]byte(text))
	signature := encode(base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	return "OAuth " + strings.Join(append(fields, fmt.Sprintf("oauth_signature=%q", signature)), ", ")
}

// A call as the user to whom the access token belongs. A rejection is printed with its reason.
func main() {
	method, address := "METHOD", "URL"
	parameters := map[string]string{"NAME": "VALUE"}
	values := url.Values{}
	for name, value := range parameters {
		values.Set(name, value)
	}
	request, err := http.NewRequest(method, address+"?"+values.Encode(), nil)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", authorization(method, address, parameters))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	body, _ := io.ReadAll(response.Body)
	fmt.Println(string(body))
	if response.StatusCode != http.StatusOK {
		fmt.Println("Look it up in the portal:", response.Header.Get("x-countersign-request"))
		os.Exit(1)
	}
}
