# Percent-encodes a text as RFC 3986 says.
encode() {
  local LC_ALL=C text=$1 at letter
  for ((at = 0; at < ${#text}; at++)); do
    letter=${text:at:1}
    case $letter in
      [a-zA-Z0-9._~-]) printf %s "$letter" ;;
      *) printf '%%%02X' "$(($(printf %d "'$letter") & 255))" ;;
    esac
  done
}

# Sends a request that is signed with HMAC-SHA1 (RFC 5849, section 3.4). Arguments: method, URL
# without a query, the token's secret, and parameters for the header. Others on this computer can
# read the secrets in its list of processes while openssl runs.
signed() {
  local method=$1 url=$2 key one pairs=() text signature
  key="$(encode "$CONSUMER_SECRET")&$(encode "$3")"
  shift 3
  for one in oauth_consumer_key="$CONSUMER_KEY" oauth_nonce="$(openssl rand -hex 16)" \
    oauth_signature_method=HMAC-SHA1 oauth_timestamp="$(date +%s)" "$@"; do
    pairs+=("${one%%=*}=$(encode "${one#*=}")")
  done
  text=$(printf '%s\n' "${pairs[@]}" | LC_ALL=C sort | paste -sd '&' -)
  text="$method&$(encode "$url")&$(encode "$text")"
  signature=$(printf %s "$text" | openssl dgst -sha1 -hmac "$key" -binary | openssl base64)
  pairs+=("oauth_signature=$(encode "$signature")")
  printf 'header = "Authorization: OAuth %s"' "$(IFS=,; echo "${pairs[*]}")" |
    curl --silent --show-error --fail-with-body --config - --request "$method" "$url" \
      --write-out '%{onerror}%{stderr}\nLook it up in the portal: %header{x-countersign-request}\n'
}

# The value of a field in a form.
field() { printf %s "$2" | tr '&' '\n' | sed -n "s/^$1=//p"; }

# 1. Get a request token.
request=$(signed POST "$BASE_URL/oauth/request_token" "" oauth_callback=oob)

# 2. The user allows access in a browser and is shown a PIN.
echo "Open $BASE_URL/oauth/authorize?oauth_token=$(field oauth_token "$request")"
read -r -p "PIN: " pin

# 3. Exchange the PIN for an access token. Keep it with its secret: it works until it's revoked.
access=$(signed POST "$BASE_URL/oauth/access_token" "$(field oauth_token_secret "$request")" \
  oauth_token="$(field oauth_token "$request")" oauth_verifier="$pin")

# 4. Call as the user.
signed GET "$BASE_URL/1.1/account/verify_credentials.json" \
  "$(field oauth_token_secret "$access")" oauth_token="$(field oauth_token "$access")"
