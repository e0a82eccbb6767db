/**
 * Schemes of callback URLs: which are never allowed, and which an administrator must confirm.
 *
 * RFC 8252 §7.1 and RFC 7595 §3.8 want an app's own scheme to be a reversed domain name that its maker
 * controls. Another app can claim a word like `weather` too, and the one that the system picks gets the
 * verifier, so an administrator confirms it first. See docs/adr/0010-callbacks.md.
 */

/** These run code or read files in the browser, so no redirect uses them, not even for a registered callback. */
const dangerous = new Set([
  "javascript",
  "data",
  "file",
  "vbscript",
  "blob",
  "about",
  "view-source",
  "filesystem",
  "ws",
  "wss",
]);

/** These belong to operating systems, browsers and other protocols, so no app can own them. */
const foreign = new Set([
  // These protocols send a password, a hash or a file over the network.
  ...["afp", "cifs", "dav", "davs", "dict", "dns", "finger", "ftp", "ftps", "git", "gopher"],
  ...["imap", "imaps", "irc", "ircs", "ldap", "ldaps", "magnet", "mms", "news", "nfs", "nntp"],
  ...[
    "pop",
    "pop3",
    "rdp",
    "rlogin",
    "rsync",
    "rtmp",
    "rtsp",
    "sftp",
    "sip",
    "sips",
    "smb",
    "snmp",
  ],
  ...["ssh", "stun", "stuns", "svn", "telnet", "tftp", "tn3270", "turn", "turns", "vnc", "webdav"],
  ...["webcal", "xmpp"],
  // These start or install programs or open system settings.
  ...["android-app", "app-settings", "apt", "content", "facetime", "hcp", "help", "intent", "itms"],
  ...["jnlp", "jnlps", "macappstore", "man", "market", "nxm", "package", "prefs", "search"],
  ...["search-ms", "shell", "shortcuts", "steam", "workflow", "wyciwyg"],
  // These send email, call, navigate or pay.
  ...["bitcoin", "callto", "cid", "geo", "im", "lightning", "mailto", "maps", "mid", "mms", "pay"],
  ...["payto", "sms", "smsto", "tel", "upi", "urn"],
  ...[
    "brave",
    "chrome",
    "chromium",
    "dom",
    "edge",
    "feed",
    "firefox",
    "jar",
    "livescript",
    "mhtml",
  ],
  ...["mk", "mocha", "moz-icon", "opera", "read", "res", "resource", "vivaldi", "web"],
]);

/** These belong to Microsoft, Apple, and browsers with their extensions. */
const foreignBeginnings = [
  ...["ms-", "itms-", "x-apple", "com.apple.", "com.microsoft."],
  ...["android-", "chrome-", "edge-", "microsoft-", "moz-", "opera-", "safari-"],
];

/** Such a callback is rejected wherever it is read. */
export function isDangerousScheme(scheme: string): boolean {
  return dangerous.has(scheme);
}

export function isForeignScheme(scheme: string): boolean {
  return foreign.has(scheme) || foreignBeginnings.some((one) => scheme.startsWith(one));
}

/** Returns the app schemes that are not reversed domain names and that no administrator has confirmed. */
export function waitingSchemes(
  callbacks: readonly string[],
  confirmed: readonly string[],
): readonly string[] {
  const schemes = callbacks.map(schemeOf).filter((one) => !needsNobody(one));
  return [...new Set(schemes)].filter((one) => !confirmed.includes(one));
}

/** Returns the registered callbacks whose scheme does not wait for an administrator. */
export function callbacksInForce(
  callbacks: readonly string[],
  confirmed: readonly string[],
): readonly string[] {
  const waiting = waitingSchemes(callbacks, confirmed);
  return callbacks.filter((one) => !waiting.includes(schemeOf(one)));
}

function needsNobody(scheme: string): boolean {
  return /^(?:https?)?$/.test(scheme) || reverseDomain.test(scheme);
}

/** A website may claim any scheme that begins with `web+`, so what follows is no one's domain. */
const reverseDomain = /^(?!web\+)[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+$/;

function schemeOf(callback: string): string {
  return /^[a-z][a-z0-9+.-]*(?=:)/i.exec(callback)?.[0].toLowerCase() ?? "";
}
