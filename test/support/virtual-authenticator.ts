import type { BrowserContext, Page } from "playwright-core";

/**
 * Answers Chromium if a page asks for a passkey (WebAuthn §11). It supports every feature, and its owner is present.
 */
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
