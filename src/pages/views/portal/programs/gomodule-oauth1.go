package main

import (
	"fmt"
	"io"
	"log"
	"net/url"
	"os"

	"github.com/gomodule/oauth1/oauth"
)

func main() {
	secret, tokenSecret := os.Getenv("CONSUMER_SECRET"), os.Getenv("ACCESS_TOKEN_SECRET")
	client := oauth.Client{Credentials: oauth.Credentials{Token: "CONSUMER_KEY", Secret: secret}}
	access := oauth.Credentials{Token: os.Getenv("ACCESS_TOKEN"), Secret: tokenSecret}
	address := "URL"
	parameters := url.Values{}
	for name, value := range map[string]string{"NAME": "VALUE"} {
		parameters.Set(name, value)
	}
	response, err := client.Get(nil, &access, address, parameters)
	if err != nil {
		log.Fatal(err)
	}
	body, _ := io.ReadAll(response.Body)
	fmt.Println(string(body))
	if response.StatusCode != 200 {
		fmt.Println("For “Requests” in the portal:", response.Header.Get("x-countersign-request"))
		os.Exit(1)
	}
}
