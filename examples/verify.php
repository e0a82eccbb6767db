<?php
/*
 * A small API in PHP that asks Countersign who sent each request. It needs no extension.
 *
 *   API_ORIGIN=http://127.0.0.1:9000 COUNTERSIGN_INTERNAL_SECRET=... php -S 127.0.0.1:9000 examples/verify.php
 */

/** Asks about the bytes as they came: the signature covers them. Without a verdict the request is refused. */
function verdict(?array $requires = null): array
{
    $type = $_SERVER['CONTENT_TYPE'] ?? null;
    $form = stripos($type ?? '', 'x-www-form-urlencoded') !== false;
    $question = [
        'method' => $_SERVER['REQUEST_METHOD'],
        'origin' => getenv('API_ORIGIN'), // never from the Host header, which the client chooses
        'target' => $_SERVER['REQUEST_URI'],
        'authorization' => $_SERVER['HTTP_AUTHORIZATION'] ?? null,
        'content_type' => $type,
        'body_base64' => $form ? base64_encode(file_get_contents('php://input')) : null,
        'requires' => $requires,
        'address' => $_SERVER['REMOTE_ADDR'],
    ];
    $headers = "Content-Type: application/json\r\nX-Countersign-Secret: " . getenv('COUNTERSIGN_INTERNAL_SECRET');
    $asked = ['method' => 'POST', 'header' => $headers, 'content' => json_encode($question), 'timeout' => 2];
    $service = getenv('COUNTERSIGN_URL') ?: 'http://127.0.0.1:8081';
    $answer = @file_get_contents("$service/verify", false, stream_context_create(['http' => $asked]));
    $verdict = json_decode($answer ?: '', true);
    $overCapacity = ['status' => 503, 'headers' => ['retry-after' => '5'], 'body' => ''];
    return is_bool($verdict['valid'] ?? null) ? $verdict : ['valid' => false, 'response' => $overCapacity];
}

$verdict = verdict();
if ($verdict['valid']) {
    header('Content-Type: application/json');
    echo json_encode($verdict['caller']);
} else {
    http_response_code($verdict['response']['status']);
    foreach ($verdict['response']['headers'] as $name => $value) header("$name: $value");
    echo $verdict['response']['body'];
}
