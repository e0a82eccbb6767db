<?php
/*
 * A small API in PHP that asks Countersign who sent each request. It needs no extension.
 *
 *   API_ORIGIN=http://127.0.0.1:9000 COUNTERSIGN_INTERNAL_SECRET=... php -S 127.0.0.1:9000 examples/verify.php
 */
const MAX_BODY_BYTES = 64 * 1024; // Countersign accepts forms up to this length.

/** The API itself, which runs only for requests that Countersign has allowed. It returns what it was given. */
function api(array $caller, string $body): void
{
    header('Content-Type: application/json');
    echo json_encode(['caller' => $caller, 'body' => $body], JSON_INVALID_UTF8_SUBSTITUTE);
}

if ($_SERVER['REQUEST_METHOD'] === 'OPTIONS') { // A browser sends it without credentials.
    http_response_code(204);
    header('Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
    return;
}
// PHP leaves out a body that is over its post_max_size, so the length that the client sent counts too.
$body = file_get_contents('php://input');
if (max(strlen($body), (int) ($_SERVER['CONTENT_LENGTH'] ?? 0)) > MAX_BODY_BYTES) {
    reject(413, 215, 'The request body is over 64 KB');
    return;
}
$decision = decide($body);
if ($decision === null) {
    header('Retry-After: 5');
    reject(503, 130, 'Over capacity');
} elseif (!$decision['valid']) {
    http_response_code($decision['response']['status']);
    foreach ($decision['response']['headers'] as $name => $value) header("$name: $value");
    echo $decision['response']['body'];
} else {
    api($decision['caller'], $body);
}

/** Null if Countersign has made no decision. The request must then be rejected. */
function decide(string $body): ?array
{
    $description = [
        'method' => $_SERVER['REQUEST_METHOD'],
        'origin' => getenv('API_ORIGIN'), // never from the Host header, which the client chooses
        'target' => $_SERVER['REQUEST_URI'],
        'authorization' => $_SERVER['HTTP_AUTHORIZATION'] ?? '',
        'content_type' => $_SERVER['CONTENT_TYPE'] ?? '',
        'body_base64' => base64_encode($body), // a form is signed, and any other body may have a hash
        'address' => $_SERVER['REMOTE_ADDR'],
    ];
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => ['Content-Type: application/json', 'X-Countersign-Secret: ' . getenv('COUNTERSIGN_INTERNAL_SECRET')],
        'content' => json_encode($description),
        'timeout' => 2,
        'ignore_errors' => true, // A response that is not a decision says why.
    ]]);
    $service = getenv('VERIFIER_URL') ?: 'http://127.0.0.1:8081';
    $text = @file_get_contents("$service/verify", false, $context, 0, 256 * 1024);
    if ($text === false) {
        error_log('no decision: ' . (error_get_last()['message'] ?? 'Countersign cannot be reached'));
        return null;
    }
    $decision = json_decode($text, true);
    $valid = $decision['valid'] ?? null;
    $isDecision = $valid === true && is_array($decision['caller'] ?? null)
        || $valid === false && ($decision['response']['status'] ?? 0) >= 400;
    if (preg_match('/^HTTP\/\S+ 200\b/', $http_response_header[0]) && $isDecision) return $decision;
    error_log("no decision: Countersign returned $http_response_header[0] " . addcslashes(substr($text, 0, 500), "\0..\37"));
    return null;
}

function reject(int $status, int $code, string $message): void
{
    http_response_code($status);
    header('Content-Type: application/json; charset=utf-8');
    header('Cache-Control: no-store');
    echo json_encode(['errors' => [['code' => $code, 'message' => $message]]]);
}
