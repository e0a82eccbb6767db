<?php
/*
 * A provider by PECL OAuth's OAuthProvider, as its manual joins it to a site. PHP forgets everything between two
 * requests, so the state is a file.
 */
$settings = json_decode(getenv('PROVIDER'), true);
$file = fopen(getenv('STATE'), 'c+');
flock($file, LOCK_EX);
$state = json_decode(stream_get_contents($file), true) ?? ['requests' => [], 'access' => [], 'nonces' => []];
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);

function answer(int $status, string $body, array $headers = []): void {
    global $file, $state;
    ftruncate($file, 0);
    rewind($file);
    fwrite($file, json_encode($state));
    http_response_code($status);
    foreach ($headers as $header) header($header);
    echo $body;
    exit;
}

function drawn(): string {
    return bin2hex(random_bytes(16));
}

if ($path === '/authorize') {
    $token = $_REQUEST['oauth_token'] ?? '';
    if (!ctype_alnum($token) || !isset($state['requests'][$token])) answer(404, 'no such token');
    if ($_SERVER['REQUEST_METHOD'] === 'GET') {
        answer(200, "<form method=\"post\"><input type=\"hidden\" name=\"oauth_token\" value=\"$token\"><button name=\"decision\" value=\"allow\">", ['X-Frame-Options: DENY']);
    }
    $verifier = $state['requests'][$token]['verifier'] = drawn();
    $callback = $state['requests'][$token]['callback'];
    $separator = str_contains($callback, '?') ? '&' : '?';
    answer(303, '', ["Location: $callback{$separator}oauth_token=$token&oauth_verifier=$verifier"]);
}

$provider = new OAuthProvider();
$provider->consumerHandler(function ($provider) use ($settings) {
    foreach ($settings['clients'] as $client) {
        if ($client['key'] !== $provider->consumer_key) continue;
        $provider->consumer_secret = $client['secret'];
        return OAUTH_OK;
    }
    return OAUTH_CONSUMER_KEY_UNKNOWN;
});
$provider->timestampNonceHandler(function ($provider) use (&$state) {
    // An exception in a handler ends the whole process.
    if (!ctype_digit((string) $provider->timestamp)) return OAUTH_BAD_TIMESTAMP;
    if (abs(time() - (int) $provider->timestamp) > 300) return OAUTH_BAD_TIMESTAMP;
    $known = "$provider->consumer_key $provider->token $provider->timestamp $provider->nonce";
    if (isset($state['nonces'][$known])) return OAUTH_BAD_NONCE;
    $state['nonces'][$known] = 1;
    return OAUTH_OK;
});
$provider->tokenHandler(function ($provider) use (&$state, $path) {
    $known = $state[$path === '/access_token' ? 'requests' : 'access'][$provider->token] ?? null;
    if ($known === null || $known['client'] !== $provider->consumer_key) return OAUTH_TOKEN_REJECTED;
    if ($path === '/access_token') {
        if (!isset($known['verifier']) || !hash_equals($known['verifier'], (string) $provider->verifier)) return OAUTH_VERIFIER_INVALID;
    }
    $provider->token_secret = $known['secret'];
    return OAUTH_OK;
});
if ($path === '/request_token') $provider->isRequestTokenEndpoint(true);

try {
    $provider->checkOAuthRequest($settings['origin'] . $_SERVER['REQUEST_URI'], $_SERVER['REQUEST_METHOD']);
} catch (OAuthException $rejection) {
    answer(in_array($rejection->getCode(), [OAUTH_PARAMETER_ABSENT, OAUTH_SIGNATURE_METHOD_REJECTED], true) ? 400 : 401, '');
}
if ($path === '/resource') answer(200, 'screen_name=alice');
$form = 'Content-Type: application/x-www-form-urlencoded';
$store = 'Cache-Control: no-store';
[$token, $secret] = [drawn(), drawn()];
$made = ['client' => $provider->consumer_key, 'secret' => $secret];
if ($path === '/request_token') {
    $callback = $provider->callback ?? '';
    if (explode('?', $callback)[0] !== $settings['callback']) answer(403, 'unknown callback');
    $state['requests'][$token] = [...$made, 'callback' => $callback];
    answer(200, "oauth_token=$token&oauth_token_secret=$secret&oauth_callback_confirmed=true", [$form, $store]);
}
unset($state['requests'][$provider->token]);
$state['access'][$token] = $made;
answer(200, "oauth_token=$token&oauth_token_secret=$secret", [$form, $store]);
