# Ruby's oauth: access by a PIN, then calls of an API as the user and as the application alone.
require "json"
require "oauth"

def show(label, response)
  puts JSON.generate({ label: label, status: response.code.to_i, body: response.body })
end

def consumer(site)
  OAuth::Consumer.new(ENV["CONSUMER_KEY"], ENV["CONSUMER_SECRET"], site: site)
end

$stdout.sync = true
request = consumer(ENV["BASE_URL"]).get_request_token(oauth_callback: "oob")
puts JSON.generate({ label: "request token", token: request.token })
access = request.get_access_token(oauth_verifier: $stdin.gets.strip)
show("profile", access.get("/1.1/account/verify_credentials.json"))

api = consumer(ENV["API_ORIGIN"])
callers = {
  "user" => OAuth::AccessToken.new(api, access.token, access.secret),
  "application" => OAuth::AccessToken.new(api),
}
JSON.parse(ENV["VALUES"]).each do |value|
  callers.each do |label, caller|
    show(label, caller.get("/things?" + URI.encode_www_form(text: value)))
    show(label, caller.post("/things", { text: value }))
  end
end
