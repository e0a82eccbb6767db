import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.util.Scanner;
import oauth.signpost.OAuth;
import oauth.signpost.OAuthConsumer;
import oauth.signpost.OAuthProvider;
import oauth.signpost.basic.DefaultOAuthConsumer;
import oauth.signpost.basic.DefaultOAuthProvider;

class Pin {
  public static void main(String[] args) throws Exception {
    String base = System.getenv("BASE_URL");
    OAuthConsumer consumer =
        new DefaultOAuthConsumer(System.getenv("CONSUMER_KEY"), System.getenv("CONSUMER_SECRET"));
    OAuthProvider provider =
        new DefaultOAuthProvider(
            base + "/oauth/request_token", base + "/oauth/access_token", base + "/oauth/authorize");

    // 1. Get a request token. The consumer signs with it from here on.
    String address = provider.retrieveRequestToken(consumer, OAuth.OUT_OF_BAND);

    // 2. The user allows access in a browser and is shown a PIN.
    System.out.println("Open " + address);
    System.out.print("PIN: ");
    String pin = new Scanner(System.in).nextLine().trim();

    // 3. Exchange the PIN for an access token, which the consumer signs with from here on.
    // Keep it with its secret: it works until it's revoked.
    provider.retrieveAccessToken(consumer, pin);

    // 4. Call as the user.
    URL url = new URL(base + "/1.1/account/verify_credentials.json");
    HttpURLConnection call = (HttpURLConnection) url.openConnection();
    consumer.sign(call);
    try (InputStream body = call.getInputStream()) {
      System.out.println(new String(body.readAllBytes()));
    }
  }
}
