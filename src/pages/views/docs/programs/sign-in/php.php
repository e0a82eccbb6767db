<?php
session_start();
$base = getenv('BASE_URL');
// Add it to your application's callback URLs. Those at 127.0.0.1 match with any port.
$callback = "http://127.0.0.1:{$_SERVER['SERVER_PORT']}/callback";
$oauth = new OAuth(getenv('CONSUMER_KEY'), getenv('CONSUMER_SECRET'));

// 1. Get a request token, keep it in the user's session, and send the user to the service.
if (strtok($_SERVER['REQUEST_URI'], '?') !== '/callback') {
    $request = $oauth->getRequestToken("$base/oauth/request_token", $callback, 'POST');
    $_SESSION['request'] = $request;
    header("Location: $base/oauth/authenticate?oauth_token={$request['oauth_token']}");
    exit;
}

// 2. The user returns. Without the session's own token, somebody else began this sign-in.
$request = $_SESSION['request'] ?? null;
unset($_SESSION['request']);
$verifier = $_GET['oauth_verifier'] ?? null;
$isOwn = $request !== null && $request['oauth_token'] === ($_GET['oauth_token'] ?? null);
if (!$isOwn || $verifier === null) {
    http_response_code(403);
    exit('You did not allow access, or the sign-in began elsewhere.');
}
$oauth->setToken($request['oauth_token'], $request['oauth_token_secret']);
$access = $oauth->getAccessToken("$base/oauth/access_token", '', $verifier, 'POST');
// The access token and its secret come with the user's ID and screen name.
echo json_encode(['signedInAs' => $access['screen_name']]);
