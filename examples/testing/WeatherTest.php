<?php
// Tests of an application that uses the OAuth extension, against a test server: `phpunit examples/testing/WeatherTest.php`.
declare(strict_types=1);

use PHPUnit\Framework\TestCase;

final class WeatherTest extends TestCase
{
    private static array $testServer;
    /** @var resource */
    private static $process;

    public static function setUpBeforeClass(): void
    {
        $command = getenv('COUNTERSIGN') ?: 'npx --no countersign';
        self::$process = proc_open("exec $command test-server --json", [1 => ['pipe', 'w']], $pipes);
        fgets($pipes[1]); // ready http://127.0.0.1:PORT
        self::$testServer = json_decode(fgets($pipes[1]), true);
    }

    public static function tearDownAfterClass(): void
    {
        proc_terminate(self::$process);
        proc_close(self::$process);
    }

    public function testSomebodyConnectsTheirAccount(): void
    {
        $access = $this->connect();
        $this->assertSame('alice', $access['screen_name']);
        $this->assertSame('alice', $this->profile($access)['screen_name']);
    }

    public function testAccessThatWasTakenBack(): void
    {
        $access = $this->connect();
        $this->control('/revoke', ['user' => 'alice']);
        try {
            $this->profile($access);
            $this->fail('the token still works');
        } catch (OAuthException $rejection) {
            $this->assertSame(401, $rejection->getCode());
            $this->assertStringContainsString('"code":89', $rejection->lastResponse);
        }
    }

    /** What the application does when somebody connects their account. */
    private function connect(): array
    {
        $oauth = $this->client();
        $baseUrl = self::$testServer['base_url'];
        $request = $oauth->getRequestToken("$baseUrl/oauth/request_token", 'http://127.0.0.1:5000/callback', 'POST');
        // In place of the browser: alice says yes.
        $approval = ['request_token' => $request['oauth_token'], 'user' => 'alice'];
        $approved = $this->control('/approve', $approval);
        $oauth->setToken($request['oauth_token'], $request['oauth_token_secret']);
        return $oauth->getAccessToken("$baseUrl/oauth/access_token", '', $approved['oauth_verifier'], 'POST');
    }

    private function profile(array $access): array
    {
        $oauth = $this->client();
        $oauth->setToken($access['oauth_token'], $access['oauth_token_secret']);
        $oauth->fetch(self::$testServer['base_url'] . '/1.1/account/verify_credentials.json');
        return json_decode($oauth->getLastResponse(), true);
    }

    private function client(): OAuth
    {
        $application = self::$testServer['applications'][0];
        return new OAuth($application['consumer_key'], $application['consumer_secret']);
    }

    private function control(string $path, array $body): array
    {
        $context = stream_context_create(['http' => [
            'method' => 'POST',
            'header' => 'Content-Type: application/json',
            'content' => json_encode($body),
        ]]);
        return json_decode(file_get_contents(self::$testServer['control_url'] . $path, false, $context), true);
    }
}
