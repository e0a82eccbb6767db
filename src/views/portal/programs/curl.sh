base='BASE_URL'
key='CONSUMER_KEY'

# 1. A bearer token of the application itself.
token=$(printf 'user = "%s:%s"' "$key" "$CONSUMER_SECRET" |
  curl --silent --show-error --fail --config - \
    --data grant_type=client_credentials "$base/oauth2/token" |
  sed -n 's/.*"access_token" *: *"\([^"]*\)".*/\1/p')

# 2. A call with it.
printf 'header = "Authorization: Bearer %s"' "$token" |
  curl --silent --show-error --fail --config - \
    "$base/1.1/application/rate_limit_status.json"
