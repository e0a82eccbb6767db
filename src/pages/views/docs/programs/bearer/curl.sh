# 1. Get the application's bearer token. The same one is returned until it's revoked, so keep it.
issued=$(printf 'user = "%s:%s"' "$CONSUMER_KEY" "$CONSUMER_SECRET" |
  curl --silent --show-error --fail-with-body --config - \
    --data grant_type=client_credentials "$BASE_URL/oauth2/token") || echo "$issued" >&2
token=$(echo "$issued" | sed -n 's/.*"access_token" *: *"\([^"]*\)".*/\1/p')

# 2. Call as the application.
printf 'header = "Authorization: Bearer %s"' "$token" |
  curl --silent --show-error --fail-with-body --config - \
    "$BASE_URL/1.1/application/rate_limit_status.json"
