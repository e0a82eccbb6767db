package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

func main() {
	base := os.Getenv("BASE_URL")
	config := clientcredentials.Config{
		ClientID:     os.Getenv("CONSUMER_KEY"),
		ClientSecret: os.Getenv("CONSUMER_SECRET"),
		TokenURL:     base + "/oauth2/token",
		AuthStyle:    oauth2.AuthStyleInHeader,
	}

	// The client gets the application's bearer token before its first call, and keeps it.
	client := config.Client(context.Background())
	response, err := client.Get(base + "/1.1/application/rate_limit_status.json")
	if err != nil {
		log.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(body))
}
