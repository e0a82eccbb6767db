// What the documentation's programs use of RestSharp 112, which is only in NuGet. They are compiled with it, not run.
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace RestSharp
{
    public enum Method { Get, Post }

    public class HeaderParameter
    {
        public string Name { get; }
        public string Value { get; }
    }

    public class RestRequest
    {
        public RestRequest(string resource, Method method = Method.Get) { }
    }

    public class RestResponse
    {
        public string Content { get; set; }
        public bool IsSuccessful { get; }
        public IReadOnlyCollection<HeaderParameter> Headers { get; set; }
    }

    public class RestClientOptions
    {
        public RestClientOptions(string baseUrl) { }
        public Authenticators.IAuthenticator Authenticator { get; set; }
    }

    public class RestClient
    {
        public RestClient(RestClientOptions options) { }
        public Task<RestResponse> ExecuteAsync(
            RestRequest request, CancellationToken cancellationToken = default(CancellationToken)) => null;
    }
}

namespace RestSharp.Authenticators
{
    public interface IAuthenticator { }

    public class OAuth1Authenticator : IAuthenticator
    {
        public static OAuth1Authenticator ForRequestToken(
            string consumerKey, string consumerSecret, string callbackUrl) => null;

        public static OAuth1Authenticator ForAccessToken(
            string consumerKey, string consumerSecret, string token, string tokenSecret,
            string verifier) => null;

        public static OAuth1Authenticator ForProtectedResource(
            string consumerKey, string consumerSecret, string accessToken,
            string accessTokenSecret) => null;
    }
}
