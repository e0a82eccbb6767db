<?php
$oauth = new OAuth(getenv('CONSUMER_KEY'), getenv('CONSUMER_SECRET'));
$oauth->setToken(getenv('ACCESS_TOKEN'), getenv('ACCESS_TOKEN_SECRET'));
try {
    $oauth->fetch(getenv('BASE_URL') . '/1.1/account/verify_credentials.json');
    echo $oauth->getLastResponse(), "\n";
} catch (OAuthException $rejection) {
    echo $rejection->lastResponse, "\n";
    preg_match('/^x-countersign-request:.*/im', $oauth->getLastResponseHeaders(), $id);
    echo 'Look it up in the portal: ', implode($id), "\n";
    exit(1);
}
