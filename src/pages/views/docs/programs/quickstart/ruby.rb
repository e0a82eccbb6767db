require "oauth"

key, secret, token, token_secret =
  ENV.values_at("CONSUMER_KEY", "CONSUMER_SECRET", "ACCESS_TOKEN", "ACCESS_TOKEN_SECRET")
consumer = OAuth::Consumer.new(key, secret, site: ENV.fetch("BASE_URL"))
access = OAuth::AccessToken.new(consumer, token, token_secret)

response = access.get("/1.1/account/verify_credentials.json")
puts response.body
unless response.is_a?(Net::HTTPSuccess)
  abort "Look it up in the portal: #{response["x-countersign-request"]}"
end
