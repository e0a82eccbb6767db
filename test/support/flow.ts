/** The three-legged flow, step by step (RFC 5849 §2), against a started service. */

import type { TestApplication, TestUser } from "./service.ts";
import { signedFetch } from "./signing.ts";
import { pinOn, type Shown, Visitor } from "./visitor.ts";

export interface Pair {
  readonly token: string;
  readonly secret: string;
}

export async function requestTokenFor(
  baseUrl: string,
  application: TestApplication,
  callback = "https://weather.example/callback",
  more: Readonly<Record<string, string>> = {},
): Promise<Pair> {
  const url = `${baseUrl}/oauth/request_token`;
  const oauth = { oauth_callback: callback, ...more };
  return pairIn(await signedFetch("POST", url, application, { oauth }));
}

/** Approves, and returns the verifier or PIN. */
export async function approvalOf(
  baseUrl: string,
  requestToken: string,
  user: TestUser,
  visitor = new Visitor(baseUrl),
): Promise<string> {
  const path = `/oauth/authorize?oauth_token=${requestToken}`;
  return verifierIn(await visitor.decide(path, user, "allow"));
}

export function verifierIn(response: Shown): string {
  if (response.location === undefined) return pinOn(response.html);
  return new URL(response.location).searchParams.get("oauth_verifier") ?? "";
}

export function exchange(
  baseUrl: string,
  application: TestApplication,
  request: Pair,
  verifier: string | undefined,
): Promise<Response> {
  const credentials = { ...application, token: request.token, tokenSecret: request.secret };
  const url = `${baseUrl}/oauth/access_token`;
  return signedFetch("POST", url, credentials, { oauth: { oauth_verifier: verifier } });
}

export async function wholeFlow(
  baseUrl: string,
  application: TestApplication,
  user: TestUser,
  callback?: string,
): Promise<Pair> {
  const request = await requestTokenFor(baseUrl, application, callback);
  const verifier = await approvalOf(baseUrl, request.token, user);
  return pairIn(await exchange(baseUrl, application, request, verifier));
}

export function verifyCredentials(
  baseUrl: string,
  application: TestApplication,
  access: Pair,
  query = "",
): Promise<Response> {
  const credentials = { ...application, token: access.token, tokenSecret: access.secret };
  const url = `${baseUrl}/1.1/account/verify_credentials.json${query}`;
  return signedFetch("GET", url, credentials);
}

export function revoke(
  baseUrl: string,
  application: TestApplication,
  access: Pair,
): Promise<Response> {
  const credentials = { ...application, token: access.token, tokenSecret: access.secret };
  return signedFetch("POST", `${baseUrl}/1.1/oauth/invalidate_token`, credentials);
}

export async function bearerFor(baseUrl: string, application: TestApplication): Promise<string> {
  const response = await fetch(`${baseUrl}/oauth2/token`, {
    method: "POST",
    headers: { authorization: basicHeader(application) },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  const body = (await response.json()) as { access_token?: string };
  if (body.access_token === undefined) throw new Error(JSON.stringify(body));
  return body.access_token;
}

export function basicHeader({ consumerKey, consumerSecret }: TestApplication): string {
  return `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString("base64")}`;
}

/** Status and code of a rejection, in the form of the test titles: `401 (code 89)`. */
export async function requestErrorOf(response: Response): Promise<string> {
  const { errors } = (await response.json()) as { errors: { code: number; message: string }[] };
  return `${response.status} (code ${errors[0]?.code})`;
}

async function pairIn(response: Response): Promise<Pair> {
  const text = await response.text();
  const form = new URLSearchParams(text);
  const [token, secret] = [form.get("oauth_token"), form.get("oauth_token_secret")];
  if (token === null || secret === null) throw new Error(`${response.status} ${text}`);
  return { token, secret };
}
