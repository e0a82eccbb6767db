using System;
using System.Linq;
using System.Threading.Tasks;
using RestSharp;
using RestSharp.Authenticators;

class Quickstart
{
    static string Env(string name) => Environment.GetEnvironmentVariable(name);

    static async Task<int> Main()
    {
        var options = new RestClientOptions(Env("BASE_URL"))
        {
            Authenticator = OAuth1Authenticator.ForProtectedResource(
                Env("CONSUMER_KEY"), Env("CONSUMER_SECRET"),
                Env("ACCESS_TOKEN"), Env("ACCESS_TOKEN_SECRET")),
        };
        var request = new RestRequest("/1.1/account/verify_credentials.json");
        var response = await new RestClient(options).ExecuteAsync(request);
        Console.WriteLine(response.Content);
        if (response.IsSuccessful) return 0;
        var id = response.Headers?.FirstOrDefault(header => header.Name == "x-countersign-request");
        Console.WriteLine($"Look it up in the portal: {id?.Value}");
        return 1;
    }
}
