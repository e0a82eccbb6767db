/** A user without a browser: opens the page, fills in its forms, follows its redirects. */
import type { Approval, HttpStep, Provider } from "../config.ts";
import type { Exchange, ProviderResponse } from "../exchange.ts";
import { type Approved, asCallback, NotApproved, ofCallback } from "./approved.ts";
import { formWith, textWithoutTags } from "./forms.ts";

interface StepResult {
  readonly url: URL;
  readonly answer: ProviderResponse;
  /** The URL at which the user left the provider. */
  readonly left?: URL;
}

const maxRedirects = 10;

export async function approvedByHttp(
  approval: Extract<Approval, { kind: "http" }>,
  provider: Provider,
  exchange: Exchange,
  url: URL,
  decision: "allow" | "deny",
): Promise<Approved> {
  const cookies = new Map<string, string>();
  const visit = visitor(provider, exchange, cookies);
  let page: StepResult | undefined;
  for (const step of decision === "allow" ? approval.steps : approval.deny) {
    if (page?.left !== undefined) break;
    page = await taken(step, page, url, visit);
  }
  if (page?.left !== undefined) {
    return asCallback(page.left.href, provider) ? ofCallback(page.left) : { callback: page.left };
  }
  if (decision === "deny") return {};
  const pin =
    approval.pin === undefined ? null : new RegExp(approval.pin, "s").exec(page?.answer.body ?? "");
  const verifier = textWithoutTags(pin?.[1] ?? "").replace(/\s/g, "");
  if (verifier !== "") return { verifier };
  throw new NotApproved(
    `the last page (${page?.answer.status}) led to no callback${approval.pin === undefined ? "" : " and has no PIN"}`,
  );
}

type Visit = (url: URL, method: "GET" | "POST", form?: URLSearchParams) => Promise<StepResult>;

async function taken(
  step: HttpStep,
  page: StepResult | undefined,
  url: URL,
  visit: Visit,
): Promise<StepResult> {
  if ("open" in step) {
    const to = step.open.replace("{authorization_url}", url.href);
    return visit(new URL(to, url), "GET");
  }
  if (page === undefined) throw new NotApproved("the first step has to open a page");
  const { body } = page.answer;
  if (step.if_page_has !== undefined && !body.includes(step.if_page_has)) return page;
  const texts = Object.entries(step.submit).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const form = formWith(
    body,
    texts.map(([name]) => name),
  );
  if (form === undefined) {
    const names = texts.map(([name]) => name).join(", ");
    throw new NotApproved(`the page (${page.answer.status}) has no form with ${names}`);
  }
  const fields = new URLSearchParams(
    form.hidden.map(([name, value]): [string, string] => [name, value]),
  );
  for (const [name, value] of texts) fields.set(name, value);
  const target = addressIn(form.action || page.url.href, page.url);
  if (form.method === "POST") return visit(target, "POST", fields);
  target.search = fields.toString();
  return visit(target, "GET");
}

function visitor(provider: Provider, exchange: Exchange, cookies: Map<string, string>): Visit {
  return async function visit(url, method, form) {
    let [at, how, fields] = [url, method, form];
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const answer = await exchange.send({
        method: how,
        origin: at.origin,
        target: `${at.pathname}${at.search}`,
        headers: headersOf(at, cookies, fields),
        body: fields?.toString(),
      });
      remember(answer, at, cookies);
      const { location } = answer.headers;
      if (location === undefined || answer.status < 300 || answer.status > 399) {
        return { url: at, answer };
      }
      const next = addressIn(location, at);
      if (asCallback(next.href, provider) || !provider.hosts.has(next.host)) {
        return { url: at, answer, left: next };
      }
      [at, how, fields] = [next, "GET", undefined];
    }
    throw new NotApproved(`more than ${maxRedirects} redirects`);
  };
}

/** The URL in text from the provider, which may be anything. */
function addressIn(text: string, from: URL): URL {
  if (URL.canParse(text, from.href)) return new URL(text, from);
  throw new NotApproved("a page links to something that is not a URL");
}

function headersOf(
  url: URL,
  cookies: ReadonlyMap<string, string>,
  form: URLSearchParams | undefined,
) {
  const headers: [string, string][] = [["Accept", "text/html"]];
  const own = [...cookies].filter(([name]) => name.startsWith(`${url.host} `));
  const pairs = own.map(([name, value]) => `${name.slice(url.host.length + 1)}=${value}`);
  if (pairs.length > 0) headers.push(["Cookie", pairs.join("; ")]);
  if (form === undefined) return headers;
  headers.push(["Content-Type", "application/x-www-form-urlencoded"], ["Origin", url.origin]);
  return headers;
}

function remember({ headers }: ProviderResponse, url: URL, cookies: Map<string, string>): void {
  for (const line of headers["set-cookie"] ?? []) {
    const [pair = "", ...attributes] = line.split(";");
    const [name = "", ...value] = pair.split("=");
    const gone = attributes.some((one) => /^\s*max-age\s*=\s*(0|-\d+)\s*$/i.test(one));
    if (gone) cookies.delete(`${url.host} ${name.trim()}`);
    else cookies.set(`${url.host} ${name.trim()}`, value.join("=").trim());
  }
}
