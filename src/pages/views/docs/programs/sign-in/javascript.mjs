import express from "express";
import session from "express-session";
import passport from "passport";
import { Strategy } from "passport-oauth1";

const { BASE_URL, CONSUMER_KEY, CONSUMER_SECRET, PORT = "3000" } = process.env;
const options = {
  requestTokenURL: `${BASE_URL}/oauth/request_token`,
  accessTokenURL: `${BASE_URL}/oauth/access_token`,
  userAuthorizationURL: `${BASE_URL}/oauth/authenticate`,
  consumerKey: CONSUMER_KEY,
  consumerSecret: CONSUMER_SECRET,
  // Add it to your application's callback URLs. Those at 127.0.0.1 match with any port.
  callbackURL: `http://127.0.0.1:${PORT}/callback`,
  signatureMethod: "HMAC-SHA1",
};
// The access token and its secret come with the user's ID and screen name.
const verified = (_token, _secret, { user_id, screen_name }, _profile, done) => {
  done(null, { id: user_id, screenName: screen_name });
};
passport.use(new Strategy(options, verified));

const signIn = passport.authenticate("oauth", { session: false });
const app = express();
// The request token is in the session, so nobody else's sign-in can be finished here.
app.use(session({ secret: crypto.randomUUID(), resave: false, saveUninitialized: false }));
app.get("/", signIn);
app.get("/callback", (request, response, next) => {
  if (request.query.denied === undefined) next();
  else response.status(403).send("You did not allow access.");
});
app.get("/callback", signIn, ({ user }, response) => {
  response.json({ signedInAs: user.screenName });
});
app.listen(Number(PORT), "127.0.0.1", () => console.log(`Open http://127.0.0.1:${PORT}/`));
