import express from "express";
import session from "express-session";
import passport from "passport";
import { Strategy } from "passport-twitter";

const base = "BASE_URL";
const callbackURL = "CALLBACK"; // Add it to the application first.
const options = {
  requestTokenURL: `${base}/oauth/request_token`,
  accessTokenURL: `${base}/oauth/access_token`,
  userAuthorizationURL: `${base}/oauth/authenticate`,
  userProfileURL: `${base}/1.1/account/verify_credentials.json`,
  consumerKey: "CONSUMER_KEY",
  consumerSecret: process.env.CONSUMER_SECRET,
  callbackURL,
};
passport.use(new Strategy(options, (_token, _secret, profile, done) => done(null, profile)));
const signIn = passport.authenticate("twitter", { session: false });
const app = express();
app.use(session({ secret: crypto.randomUUID(), resave: false, saveUninitialized: false }));
app.get("/", signIn);
app.get(new URL(callbackURL).pathname, signIn, ({ user }, response) => {
  response.json({ signedInAs: user.username });
});
app.listen("PORT", () => console.log(`Open ${new URL("/", callbackURL)}`));
