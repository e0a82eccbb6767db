<?php
$base = getenv('BASE_URL');
$oauth = new OAuth(getenv('CONSUMER_KEY'), getenv('CONSUMER_SECRET'));

// 1. Get a request token.
$request = $oauth->getRequestToken("$base/oauth/request_token", 'oob', 'POST');
$oauth->setToken($request['oauth_token'], $request['oauth_token_secret']);

// 2. The user allows access in a browser and is shown a PIN.
echo "Open $base/oauth/authorize?oauth_token={$request['oauth_token']}\nPIN: ";
$pin = trim(fgets(STDIN));

// 3. Exchange the PIN for an access token. Keep it with its secret: it works until it's revoked.
$access = $oauth->getAccessToken("$base/oauth/access_token", '', $pin, 'POST');
$oauth->setToken($access['oauth_token'], $access['oauth_token_secret']);

// 4. Call as the user.
$oauth->fetch("$base/1.1/account/verify_credentials.json");
echo $oauth->getLastResponse(), "\n";
