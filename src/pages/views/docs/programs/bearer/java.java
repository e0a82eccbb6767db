import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

class Bearer {
  public static void main(String[] args) throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    String base = System.getenv("BASE_URL");

    // 1. Get the application's bearer token. Keep it: the same one is returned until it's revoked.
    String pair = System.getenv("CONSUMER_KEY") + ":" + System.getenv("CONSUMER_SECRET");
    HttpRequest issue =
        HttpRequest.newBuilder(URI.create(base + "/oauth2/token"))
            .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair.getBytes()))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString("grant_type=client_credentials"))
            .build();
    HttpResponse<String> issued = client.send(issue, BodyHandlers.ofString());
    Matcher token = Pattern.compile("\"access_token\":\"([^\"]+)\"").matcher(issued.body());
    if (!token.find()) throw new RuntimeException(issued.body());

    // 2. Call as the application.
    HttpRequest call =
        HttpRequest.newBuilder(URI.create(base + "/1.1/application/rate_limit_status.json"))
            .header("Authorization", "Bearer " + token.group(1))
            .build();
    System.out.println(client.send(call, BodyHandlers.ofString()).body());
  }
}
