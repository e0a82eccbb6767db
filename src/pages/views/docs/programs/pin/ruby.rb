require "oauth"

key, secret = ENV.values_at("CONSUMER_KEY", "CONSUMER_SECRET")
consumer = OAuth::Consumer.new(key, secret, site: ENV.fetch("BASE_URL"))

# 1. Get a request token.
request = consumer.get_request_token(oauth_callback: "oob")

# 2. The user allows access in a browser and is shown a PIN.
puts "Open #{request.authorize_url}"
print "PIN: "
$stdout.flush
pin = $stdin.gets.strip

# 3. Exchange the PIN for an access token. Keep it with its secret: it works until it's revoked.
access = request.get_access_token(oauth_verifier: pin)

# 4. Call as the user.
puts access.get("/1.1/account/verify_credentials.json").body
