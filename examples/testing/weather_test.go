// Tests of an application against a test server, with Go's own packages: `go test ./examples/testing`.
package weather

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"sort"
	"strings"
	"testing"
	"time"
)

var testServer struct {
	BaseURL      string `json:"base_url"`
	ControlURL   string `json:"control_url"`
	Applications []struct {
		ConsumerKey    string `json:"consumer_key"`
		ConsumerSecret string `json:"consumer_secret"`
	} `json:"applications"`
}

func TestMain(m *testing.M) {
	os.Exit(withTestServer(m.Run))
}

func withTestServer(run func() int) int {
	command := os.Getenv("COUNTERSIGN")
	if command == "" {
		command = "npx --no countersign"
	}
	process := exec.Command("sh", "-c", "exec "+command+" test-server --json")
	output, err := process.StdoutPipe()
	if err != nil {
		panic(err)
	}
	if err := process.Start(); err != nil {
		panic(err)
	}
	defer process.Wait()
	defer process.Process.Signal(os.Interrupt)
	lines := bufio.NewReader(output)
	lines.ReadString('\n') // ready http://127.0.0.1:PORT
	state, _ := lines.ReadBytes('\n')
	if err := json.Unmarshal(state, &testServer); err != nil {
		panic(err)
	}
	return run()
}

func TestSomebodyConnectsTheirAccount(t *testing.T) {
	token, secret := connect(t)
	status, body := signed(t, "GET", "/1.1/account/verify_credentials.json", token, secret, nil)
	if status != 200 || !strings.Contains(body, `"screen_name":"alice"`) {
		t.Fatal(status, body)
	}
}

func TestAccessThatWasTakenBack(t *testing.T) {
	token, secret := connect(t)
	control(t, "/revoke", map[string]any{"user": "alice"})
	status, body := signed(t, "GET", "/1.1/account/verify_credentials.json", token, secret, nil)
	if status != 401 || !strings.Contains(body, `"code":89`) {
		t.Fatal(status, body)
	}
}

// What the application does when somebody connects their account.
func connect(t *testing.T) (token, secret string) {
	callback := map[string]string{"oauth_callback": "http://127.0.0.1:5000/callback"}
	_, body := signed(t, "POST", "/oauth/request_token", "", "", callback)
	request, _ := url.ParseQuery(body)
	// In place of the browser: alice says yes.
	approved := control(t, "/approve", map[string]any{
		"request_token": request.Get("oauth_token"), "user": "alice",
	})
	verifier := map[string]string{"oauth_verifier": approved["oauth_verifier"].(string)}
	_, body = signed(t, "POST", "/oauth/access_token",
		request.Get("oauth_token"), request.Get("oauth_token_secret"), verifier)
	access, _ := url.ParseQuery(body)
	return access.Get("oauth_token"), access.Get("oauth_token_secret")
}

func control(t *testing.T, path string, body map[string]any) map[string]any {
	encoded, _ := json.Marshal(body)
	response, err := http.Post(testServer.ControlURL+path, "application/json", bytes.NewReader(encoded))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var answer map[string]any
	json.NewDecoder(response.Body).Decode(&answer)
	if response.StatusCode != 200 {
		t.Fatal(answer["error"])
	}
	return answer
}

// A request that is signed with HMAC-SHA1 (RFC 5849 §3.4), and its answer.
func signed(t *testing.T, method, path, token, secret string, more map[string]string) (int, string) {
	nonce := make([]byte, 12)
	rand.Read(nonce)
	application := testServer.Applications[0]
	oauth := map[string]string{
		"oauth_consumer_key":     application.ConsumerKey,
		"oauth_nonce":            hex.EncodeToString(nonce),
		"oauth_signature_method": "HMAC-SHA1",
		"oauth_timestamp":        fmt.Sprint(time.Now().Unix()),
		"oauth_version":          "1.0",
	}
	if token != "" {
		oauth["oauth_token"] = token
	}
	for name, value := range more {
		oauth[name] = value
	}
	pairs := make([]string, 0, len(oauth))
	for name, value := range oauth {
		pairs = append(pairs, escape(name)+"="+escape(value))
	}
	sort.Strings(pairs)
	address := testServer.BaseURL + path
	base := method + "&" + escape(address) + "&" + escape(strings.Join(pairs, "&"))
	mac := hmac.New(sha1.New, []byte(escape(application.ConsumerSecret)+"&"+escape(secret)))
	mac.Write([]byte(base))
	oauth["oauth_signature"] = base64.StdEncoding.EncodeToString(mac.Sum(nil))
	header := make([]string, 0, len(oauth))
	for name, value := range oauth {
		header = append(header, fmt.Sprintf("%s=%q", escape(name), escape(value)))
	}
	request, _ := http.NewRequest(method, address, nil)
	request.Header.Set("Authorization", "OAuth "+strings.Join(header, ", "))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body)
	return response.StatusCode, string(body)
}

// RFC 5849 §3.6: a space is %20.
func escape(text string) string {
	return strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
}
