/** The programs of "Try it" read these names from an environment file. */
export function envFile(consumerKey: string, consumerSecret: string): string {
  return `CONSUMER_KEY=${consumerKey}\nCONSUMER_SECRET=${consumerSecret}`;
}

/** `weather-bot.env` is one; a name without Latin letters or digits is left out. */
export function envFileName(application: string): string {
  const words = application
    .normalize("NFKD")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return `${(words ?? ["application"]).join("-")}.env`;
}
