<?php
// The OAuth extension: access by a PIN, then calls of an API as the user and as the application alone.

function client(): OAuth
{
    return new OAuth(getenv('CONSUMER_KEY'), getenv('CONSUMER_SECRET'), getenv('SIGNATURE_METHOD'));
}

function show(string $label, OAuth $client): void
{
    $status = $client->getLastResponseInfo()['http_code'];
    echo json_encode(['label' => $label, 'status' => $status, 'body' => $client->getLastResponse()]), "\n";
}

$base = getenv('BASE_URL');
$user = client();
$request = $user->getRequestToken("$base/oauth/request_token", 'oob', OAUTH_HTTP_METHOD_POST);
echo json_encode(['label' => 'request token', 'token' => $request['oauth_token']]), "\n";
$user->setToken($request['oauth_token'], $request['oauth_token_secret']);
$access = $user->getAccessToken("$base/oauth/access_token", '', trim(fgets(STDIN)), OAUTH_HTTP_METHOD_POST);
$user->setToken($access['oauth_token'], $access['oauth_token_secret']);
$user->fetch("$base/1.1/account/verify_credentials.json");
show('profile', $user);

foreach (json_decode(getenv('VALUES')) as $value) {
    foreach (['user' => $user, 'application' => client()] as $label => $client) {
        foreach ([OAUTH_HTTP_METHOD_GET, OAUTH_HTTP_METHOD_POST] as $method) {
            $client->fetch(getenv('API_ORIGIN') . '/things', ['text' => $value], $method);
            show($label, $client);
        }
    }
}
