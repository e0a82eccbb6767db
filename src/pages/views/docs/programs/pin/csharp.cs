using System;
using System.Threading.Tasks;
using System.Web;
using RestSharp;
using RestSharp.Authenticators;

class Pin
{
    static readonly string Base = Env("BASE_URL");
    static readonly string Key = Env("CONSUMER_KEY");
    static readonly string Secret = Env("CONSUMER_SECRET");

    static string Env(string name) => Environment.GetEnvironmentVariable(name);

    static async Task<string> Call(Method method, string path, OAuth1Authenticator signed)
    {
        var client = new RestClient(new RestClientOptions(Base) { Authenticator = signed });
        var response = await client.ExecuteAsync(new RestRequest(path, method));
        if (!response.IsSuccessful) throw new Exception(response.Content);
        return response.Content;
    }

    static async Task Main()
    {
        // 1. Get a request token.
        var request = HttpUtility.ParseQueryString(await Call(
            Method.Post, "/oauth/request_token",
            OAuth1Authenticator.ForRequestToken(Key, Secret, "oob")));

        // 2. The user allows access in a browser and is shown a PIN.
        Console.WriteLine($"Open {Base}/oauth/authorize?oauth_token={request["oauth_token"]}");
        Console.Write("PIN: ");
        var pin = Console.ReadLine().Trim();

        // 3. Exchange the PIN for an access token and its secret, which work until revoked.
        var access = HttpUtility.ParseQueryString(await Call(
            Method.Post, "/oauth/access_token",
            OAuth1Authenticator.ForAccessToken(
                Key, Secret, request["oauth_token"], request["oauth_token_secret"], pin)));

        // 4. Call as the user.
        Console.WriteLine(await Call(
            Method.Get, "/1.1/account/verify_credentials.json",
            OAuth1Authenticator.ForProtectedResource(
                Key, Secret, access["oauth_token"], access["oauth_token_secret"])));
    }
}
