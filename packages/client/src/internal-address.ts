/** Throws a TypeError if the text is no http or https URL. */
export function internalAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url;
  throw new TypeError(
    `url must be the internal address of the service, such as http://127.0.0.1:9090; got ${JSON.stringify(text)}`,
  );
}
