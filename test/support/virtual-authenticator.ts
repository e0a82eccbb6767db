import type { BrowserContext, Page } from "playwright-core";

/** What answers Chromium where a page asks for a passkey (WebAuthn §11): it has them all, and its owner is there. */
export async function virtualAuthenticator(
  context: BrowserContext,
  page: Page,
  { isUserVerified = true }: { readonly isUserVerified?: boolean } = {},
): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  });
}
