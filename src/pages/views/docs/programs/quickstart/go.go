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
	env := os.Getenv
	client := oauth.Client{
		Credentials: oauth.Credentials{Token: env("CONSUMER_KEY"), Secret: env("CONSUMER_SECRET")},
	}
	access := oauth.Credentials{Token: env("ACCESS_TOKEN"), Secret: env("ACCESS_TOKEN_SECRET")}

	url := env("BASE_URL") + "/1.1/account/verify_credentials.json"
	response, err := client.Get(http.DefaultClient, &access, url, nil)
	if err != nil {
		log.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(body))
	if response.StatusCode != http.StatusOK {
		log.Fatal("Look it up in the portal: ", response.Header.Get("x-countersign-request"))
	}
}
