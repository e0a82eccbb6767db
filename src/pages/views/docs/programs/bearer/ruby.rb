require "json"
require "net/http"

base, key, secret = ENV.values_at("BASE_URL", "CONSUMER_KEY", "CONSUMER_SECRET")

# 1. Get the application's bearer token. The same one is returned until it's revoked, so keep it.
url = URI("#{base}/oauth2/token")
basic = ["#{key}:#{secret}"].pack("m0")
form = URI.encode_www_form(grant_type: "client_credentials")
issued = Net::HTTP.post(url, form, { "Authorization" => "Basic #{basic}" })
abort issued.body unless issued.is_a?(Net::HTTPSuccess)
token = JSON.parse(issued.body)["access_token"]

# 2. Call as the application.
url = URI("#{base}/1.1/application/rate_limit_status.json")
puts Net::HTTP.get(url, { "Authorization" => "Bearer #{token}" })
