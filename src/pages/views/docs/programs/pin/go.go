package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"

	"github.com/gomodule/oauth1/oauth"
)

func main() {
	base := os.Getenv("BASE_URL")
	client := oauth.Client{
		Credentials: oauth.Credentials{
			Token:  os.Getenv("CONSUMER_KEY"),
			Secret: os.Getenv("CONSUMER_SECRET"),
		},
		TemporaryCredentialRequestURI: base + "/oauth/request_token",
		ResourceOwnerAuthorizationURI: base + "/oauth/authorize",
		TokenRequestURI:               base + "/oauth/access_token",
	}

	// 1. Get a request token.
	request, err := client.RequestTemporaryCredentials(http.DefaultClient, "oob", nil)
	if err != nil {
		log.Fatal(err)
	}

	// 2. The user allows access in a browser and is shown a PIN.
	fmt.Print("Open ", client.AuthorizationURL(request, nil), "\nPIN: ")
	var pin string
	fmt.Scanln(&pin)

	// 3. Exchange the PIN for an access token. Keep it with its secret: it works until it's revoked.
	access, _, err := client.RequestToken(http.DefaultClient, request, pin)
	if err != nil {
		log.Fatal(err)
	}

	// 4. Call as the user.
	url := base + "/1.1/account/verify_credentials.json"
	response, err := client.Get(http.DefaultClient, access, url, nil)
	if err != nil {
		log.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(body))
}
