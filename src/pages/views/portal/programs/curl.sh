base='BASE_URL'
key='CONSUMER_KEY'

# 1. A bearer token of the application itself. A rejection is printed with its reason.
answer=$(printf 'user = "%s:%s"' "$key" "$CONSUMER_SECRET" |
  curl --silent --show-error --fail-with-body --config - \
    --data grant_type=client_credentials "$base/oauth2/token") || echo "$answer" >&2
token=$(echo "$answer" | sed -n 's/.*"access_token" *: *"\([^"]*\)".*/\1/p')

# 2. A call with it.
printf 'header = "Authorization: Bearer %s"' "$token" |
  curl --silent --show-error --fail-with-body --config - \
    "$base/1.1/application/rate_limit_status.json"
