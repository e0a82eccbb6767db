<?php
$oauth = new OAuth('CONSUMER_KEY', getenv('CONSUMER_SECRET'));
$oauth->setToken(getenv('ACCESS_TOKEN'), getenv('ACCESS_TOKEN_SECRET'));
$url = 'URL';
try {
    $oauth->fetch($url, ['NAME' => 'VALUE'], 'METHOD');
    echo $oauth->getLastResponse(), "\n";
} catch (OAuthException $rejection) {
    echo $rejection->lastResponse, "\n";
    preg_match('/^x-countersign-request:.*/im', $oauth->getLastResponseHeaders(), $id);
    echo 'For “Requests” in the portal: ', implode($id), "\n";
    exit(1);
}
