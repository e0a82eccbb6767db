import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import oauth.signpost.OAuthConsumer;
import oauth.signpost.basic.DefaultOAuthConsumer;

class Quickstart {
  public static void main(String[] args) throws Exception {
    OAuthConsumer consumer =
        new DefaultOAuthConsumer(System.getenv("CONSUMER_KEY"), System.getenv("CONSUMER_SECRET"));
    consumer.setTokenWithSecret(
        System.getenv("ACCESS_TOKEN"), System.getenv("ACCESS_TOKEN_SECRET"));

    URL url = new URL(System.getenv("BASE_URL") + "/1.1/account/verify_credentials.json");
    HttpURLConnection call = (HttpURLConnection) url.openConnection();
    consumer.sign(call);
    boolean ok = call.getResponseCode() == 200;
    try (InputStream body = ok ? call.getInputStream() : call.getErrorStream()) {
      System.out.println(new String(body.readAllBytes()));
    }
    if (!ok) {
      String id = call.getHeaderField("x-countersign-request");
      System.out.println("Look it up in the portal: " + id);
      System.exit(1);
    }
  }
}
