using System;
using System.Collections.Generic;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading.Tasks;

class Bearer
{
    static string Env(string name) => Environment.GetEnvironmentVariable(name);

    static async Task Main()
    {
        var client = new HttpClient();

        // 1. Get the application's bearer token. Keep it: it's returned until it's revoked.
        var pair = Encoding.UTF8.GetBytes($"{Env("CONSUMER_KEY")}:{Env("CONSUMER_SECRET")}");
        client.DefaultRequestHeaders.Authorization =
            new AuthenticationHeaderValue("Basic", Convert.ToBase64String(pair));
        var form = new Dictionary<string, string> { ["grant_type"] = "client_credentials" };
        var issued = await client.PostAsync(
            $"{Env("BASE_URL")}/oauth2/token", new FormUrlEncodedContent(form));
        issued.EnsureSuccessStatusCode();
        var json = await issued.Content.ReadAsStringAsync();
        var token = Regex.Match(json, "\"access_token\":\"([^\"]+)\"").Groups[1].Value;

        // 2. Call as the application.
        client.DefaultRequestHeaders.Authorization =
            new AuthenticationHeaderValue("Bearer", token);
        Console.WriteLine(await client.GetStringAsync(
            $"{Env("BASE_URL")}/1.1/application/rate_limit_status.json"));
    }
}
