# Perl's Net::OAuth: access by a PIN, then calls of an API as the user and as the application alone.
use strict;
use warnings;
use HTTP::Tiny;
use JSON::PP;
use Net::OAuth;

$| = 1;
$Net::OAuth::PROTOCOL_VERSION = Net::OAuth::PROTOCOL_VERSION_1_0A;
my $http = HTTP::Tiny->new;
my $nonce = 0;

sub request_of {
    my ($kind, $method, $url, %more) = @_;
    my $request = Net::OAuth->request($kind)->new(
        consumer_key     => $ENV{CONSUMER_KEY},
        consumer_secret  => $ENV{CONSUMER_SECRET},
        signature_method => $ENV{SIGNATURE_METHOD},
        request_method   => $method,
        request_url      => $url,
        timestamp        => time,
        nonce            => join('-', $$, time, ++$nonce),
        %more,
    );
    $request->sign;
    return $request;
}

# By GET, everything is in the query; by POST, in a form.
sub sent {
    my ($kind, $method, $url, %more) = @_;
    my $request = request_of($kind, $method, $url, %more);
    return $http->get($request->to_url) if $method eq 'GET';
    return $http->post($url, {
        content => $request->to_post_body,
        headers => { 'Content-Type' => 'application/x-www-form-urlencoded' },
    });
}

sub token_in {
    my ($response) = @_;
    die "$response->{status} $response->{content}" unless $response->{success};
    my %pairs = map { split /=/, $_, 2 } split /&/, $response->{content};
    return (token => $pairs{oauth_token}, token_secret => $pairs{oauth_token_secret});
}

sub show {
    my ($label, $response) = @_;
    utf8::decode(my $body = $response->{content});
    print encode_json({ label => $label, status => $response->{status} + 0, body => $body }), "\n";
}

my %request = token_in(sent('request token', 'POST', "$ENV{BASE_URL}/oauth/request_token", callback => 'oob'));
print encode_json({ label => 'request token', token => $request{token} }), "\n";
my $pin = <STDIN>;
chomp $pin;
my %access = token_in(sent('access token', 'POST', "$ENV{BASE_URL}/oauth/access_token", %request, verifier => $pin));
show('profile', sent('protected resource', 'GET', "$ENV{BASE_URL}/1.1/account/verify_credentials.json", %access));

for my $value (@{ decode_json($ENV{VALUES}) }) {
    for my $method ('GET', 'POST') {
        my %more = (extra_params => { text => $value });
        my $url = "$ENV{API_ORIGIN}/things";
        show('user', sent('protected resource', $method, $url, %access, %more));
        show('application', sent('consumer', $method, $url, %more));
    }
}
