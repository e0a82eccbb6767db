/**
 * An application's key and secret as the lines of an environment file, under the names that the programs of "Try it"
 * read.
 */
export function envFile(consumerKey: string, consumerSecret: string): string {
  return `CONSUMER_KEY=${consumerKey}\nCONSUMER_SECRET=${consumerSecret}`;
}

/** `weather-bot.env`; a name without Latin letters or digits is left out. */
export function envFileName(application: string): string {
  const words = application
    .normalize("NFKD")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return `${(words ?? ["application"]).join("-")}.env`;
}
