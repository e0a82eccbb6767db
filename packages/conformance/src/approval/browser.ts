/** A user with a browser, by playwright-core if it is installed. */
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import type { Approval, BrowserStep, Provider } from "../config.ts";
import { type Approved, asCallback, NotApproved, ofCallback } from "./approved.ts";

const stepTimeout = 30_000;

export async function approvedByBrowser(
  approval: Extract<Approval, { kind: "browser" }>,
  provider: Provider,
  url: URL,
  decision: "allow" | "deny",
): Promise<Approved> {
  const { chromium } = await import("playwright-core").catch(() => {
    throw new NotApproved(
      "approval by a browser needs playwright-core: npm install playwright-core, and a Chromium for it",
    );
  });
  const { executable } = approval;
  const browser = await chromium
    .launch({
      ...(executable !== undefined && { executablePath: executable }),
      args: [`--host-resolver-rules=${rulesFor(provider)}`],
    })
    .catch((error: Error) => {
      throw new NotApproved(`no browser starts: ${error.message.split("\n", 1)[0]}`);
    });
  try {
    const page = await browser.newPage({ ignoreHTTPSErrors: false });
    page.setDefaultTimeout(stepTimeout);
    const left = new Promise<URL>((resolve) => {
      page.on("request", (request) => {
        const to = new URL(request.url());
        const leaves = asCallback(to.href, provider) !== undefined || !provider.hosts.has(to.host);
        if (request.isNavigationRequest() && leaves) resolve(to);
      });
    });
    await page.goto(url.href);
    const steps = decision === "allow" ? approval.steps : approval.deny;
    for (const step of steps) await taken(step, page);
    return await arrival(page, left, approval.pin, provider, decision);
  } catch (error) {
    if (error instanceof NotApproved) throw error;
    throw new NotApproved(`the browser: ${(error as Error).message.split("\n", 1)[0]}`);
  } finally {
    await browser.close();
  }
}

/** This browser can resolve only the provider's hosts. The callback is not loaded; only its URL is read. */
function rulesFor({ hosts }: Provider): string {
  const names = [...hosts].map((host) => new URL(`http://${host}`).hostname);
  return ["MAP * ~NOTFOUND", ...names.map((name) => `EXCLUDE ${name}`)].join(" , ");
}

async function taken(step: BrowserStep, page: Page): Promise<void> {
  if (step.if_page_has !== undefined && !(await page.content()).includes(step.if_page_has)) return;
  if ("click" in step) await page.locator(step.click).first().click();
  else await page.locator(step.fill).first().fill(String(step.with));
}

async function arrival(
  page: Page,
  left: Promise<URL>,
  pin: string | undefined,
  provider: Provider,
  decision: "allow" | "deny",
): Promise<Approved> {
  if (provider.callback === "oob") {
    if (decision === "deny") return {};
    if (pin === undefined) throw new NotApproved("approval.pin names no element");
    return { verifier: (await page.locator(pin).first().innerText()).replace(/\s/g, "") };
  }
  const url = await Promise.race([left, pause(stepTimeout, undefined, { ref: false })]);
  if (url === undefined) throw new NotApproved("the page led to no callback");
  return asCallback(url.href, provider) ? ofCallback(url) : { callback: url };
}
