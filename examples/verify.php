<?php
/*
 * A small API in PHP that asks Countersign who sent each request. It needs no extension.
 *
 *   API_ORIGIN=http://127.0.0.1:9000 COUNTERSIGN_INTERNAL_SECRET=... php -S 127.0.0.1:9000 examples/verify.php
 */
$type = $_SERVER['CONTENT_TYPE'] ?? '';
$isForm = stripos($type, 'x-www-form-urlencoded') !== false;
$question = [
    'method' => $_SERVER['REQUEST_METHOD'],
    'origin' => getenv('API_ORIGIN'), // never from the Host header, which the client chooses
    'target' => $_SERVER['REQUEST_URI'],
    'authorization' => $_SERVER['HTTP_AUTHORIZATION'] ?? '',
    'content_type' => $type,
    'body_base64' => $isForm ? base64_encode(file_get_contents('php://input')) : '',
    'address' => $_SERVER['REMOTE_ADDR'],
];
$asked = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => ['Content-Type: application/json', 'X-Countersign-Secret: ' . getenv('COUNTERSIGN_INTERNAL_SECRET')],
    'content' => json_encode($question),
    'timeout' => 2,
]]);
$service = getenv('COUNTERSIGN_URL') ?: 'http://127.0.0.1:8081';
$verdict = json_decode(@file_get_contents("$service/verify", false, $asked) ?: 'null', true);

if (($verdict['valid'] ?? null) === true) {
    header('Content-Type: application/json');
    echo json_encode($verdict['caller']);
} else {
    // Without a verdict the request is refused.
    $answer = $verdict['response'] ?? ['status' => 503, 'headers' => ['retry-after' => '5'], 'body' => ''];
    http_response_code($answer['status']);
    foreach ($answer['headers'] as $name => $value) header("$name: $value");
    echo $answer['body'];
}
