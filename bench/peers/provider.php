<?php
/*
 * A resource behind PECL OAuth's OAuthProvider. PHP forgets everything between two requests, so it reads its
 * secrets from a compiled file and remembers no nonce.
 */
$secrets = require __DIR__ . '/secrets.php';
$provider = new OAuthProvider();
$provider->consumerHandler(function ($provider) use ($secrets) {
    $secret = $secrets['consumers'][$provider->consumer_key] ?? null;
    if ($secret === null) return OAUTH_CONSUMER_KEY_UNKNOWN;
    $provider->consumer_secret = $secret;
    return OAUTH_OK;
});
$provider->timestampNonceHandler(fn ($provider) => abs(time() - $provider->timestamp) > 300 ? OAUTH_BAD_TIMESTAMP : OAUTH_OK);
$provider->tokenHandler(function ($provider) use ($secrets) {
    $secret = $secrets['tokens'][$provider->token] ?? null;
    if ($secret === null) return OAUTH_TOKEN_REJECTED;
    $provider->token_secret = $secret;
    return OAUTH_OK;
});
$answer = '';
try {
    $provider->checkOAuthRequest($secrets['origin'] . $_SERVER['REQUEST_URI'], $_SERVER['REQUEST_METHOD']);
    $answer = $secrets['body'];
} catch (OAuthException $rejection) {
    http_response_code(401);
}
header('Content-Type: application/json');
header('Content-Length: ' . strlen($answer));
echo $answer;
