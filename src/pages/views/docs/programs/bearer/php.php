<?php
$base = getenv('BASE_URL');

function call(string $url, string $authorization, string ...$form): string
{
    $http = ['header' => "Authorization: $authorization"];
    if ($form) {
        $http['method'] = 'POST';
        $http['header'] .= "\r\nContent-Type: application/x-www-form-urlencoded";
        $http['content'] = http_build_query($form);
    }
    $body = file_get_contents($url, false, stream_context_create(['http' => $http]));
    if ($body === false) exit(1);
    return $body;
}

// 1. Get the application's bearer token. The same one is returned until it's revoked, so keep it.
$basic = 'Basic ' . base64_encode(getenv('CONSUMER_KEY') . ':' . getenv('CONSUMER_SECRET'));
$issued = call("$base/oauth2/token", $basic, grant_type: 'client_credentials');
$token = json_decode($issued)->access_token;

// 2. Call as the application.
echo call("$base/1.1/application/rate_limit_status.json", "Bearer $token"), "\n";
