<?php
// The header of a request that is signed with HMAC-SHA1 (RFC 5849, section 3.4).
function authorization($method, $url, $parameters)
{
    $oauth = [
        'oauth_consumer_key' => getenv('CONSUMER_KEY'),
        'oauth_nonce' => bin2hex(random_bytes(16)),
        'oauth_signature_method' => 'HMAC-SHA1',
        'oauth_timestamp' => (string) time(),
        'oauth_token' => getenv('ACCESS_TOKEN'),
    ];
    $signed = $parameters + $oauth;
    uksort($signed, fn ($one, $other) => strcmp(rawurlencode($one), rawurlencode($other)));
    $normalized = http_build_query($signed, '', '&', PHP_QUERY_RFC3986);
    $text = implode('&', array_map('rawurlencode', [$method, $url, $normalized]));
    $secrets = [getenv('CONSUMER_SECRET'), getenv('ACCESS_TOKEN_SECRET')];
    $signingKey = implode('&', array_map('rawurlencode', $secrets));
    $oauth['oauth_signature'] = base64_encode(hash_hmac('sha1', $text, $signingKey, true));
    $fields = [];
    foreach ($oauth as $name => $value) {
        $fields[] = $name . '="' . rawurlencode($value) . '"';
    }
    return 'OAuth ' . implode(', ', $fields);
}

// A call as the user to whom the access token belongs. A rejection is printed with its reason.
$url = 'URL';
$parameters = ['NAME' => 'VALUE'];
$header = 'Authorization: ' . authorization('METHOD', $url, $parameters);
$options = ['method' => 'METHOD', 'header' => $header, 'ignore_errors' => true];
$url .= '?' . http_build_query($parameters);
$answer = file_get_contents($url, false, stream_context_create(['http' => $options]));
echo $answer, "\n";
$id = preg_grep('/^x-countersign-request:/i', $http_response_header);
if ($id) echo 'Look it up in the portal: ', implode($id), "\n";
exit(str_contains($http_response_header[0] ?? '', ' 200 ') ? 0 : 1);
