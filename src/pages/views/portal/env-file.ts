/** The programs of "Try it" read these names from an environment file. */
export type EnvValues = {
  readonly BASE_URL?: string;
  readonly CONSUMER_KEY?: string;
  readonly CONSUMER_SECRET?: string;
  readonly ACCESS_TOKEN?: string;
  readonly ACCESS_TOKEN_SECRET?: string;
};

export function envFile(values: EnvValues): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");
}

/**
 * `weather-bot.env` is one, and `weather-bot-consumer.env` the one without an access token, which must not replace it.
 * A name without Latin letters or digits is left out.
 */
export function envFileName(application: string, part?: "consumer"): string {
  const words = application
    .normalize("NFKD")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return `${[...(words ?? ["application"]), ...(part ? [part] : [])].join("-")}.env`;
}
