/**
 * Schemes of callback URLs: which are never allowed, and which an operator must confirm.
 *
 * RFC 8252 §7.1 and RFC 7595 §3.8 ask for an app's own scheme to be a reversed domain name that its maker
 * controls. Another app can claim a word like `weather` too, and the one that the system picks gets the
 * verifier, so an operator confirms it first. See docs/adr/0020-callback-schemes.md.
 */

/** These run code or read files in the browser. No redirect uses them, not even for a registered callback. */
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
  // Other protocols, which send a password, a hash or a file over the network.
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
  // Operating systems, which start or install programs or open their settings.
  ...["android-app", "app-settings", "apt", "content", "facetime", "hcp", "help", "intent", "itms"],
  ...["jnlp", "jnlps", "macappstore", "man", "market", "nxm", "package", "prefs", "search"],
  ...["search-ms", "shell", "shortcuts", "steam", "workflow", "wyciwyg"],
  // Mail, telephone, places and payments, which send something.
  ...["bitcoin", "callto", "cid", "geo", "im", "lightning", "mailto", "maps", "mid", "mms", "pay"],
  ...["payto", "sms", "smsto", "tel", "upi", "urn"],
  // Browsers.
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

/** Prefixes of Microsoft, Apple, and browsers with their extensions. */
const foreignBeginnings = [
  ...["ms-", "itms-", "x-apple", "com.apple.", "com.microsoft."],
  ...["android-", "chrome-", "edge-", "microsoft-", "moz-", "opera-", "safari-", "web+"],
];

/** Such a callback is refused wherever it is read. */
export function isDangerousScheme(scheme: string): boolean {
  return dangerous.has(scheme);
}

/** Such a callback cannot be registered. */
export function isForeignScheme(scheme: string): boolean {
  return foreign.has(scheme) || foreignBeginnings.some((one) => scheme.startsWith(one));
}

/** The app schemes among these callbacks that are not reversed domain names and that no operator has confirmed. */
export function waitingSchemes(
  callbacks: readonly string[],
  confirmed: readonly string[],
): readonly string[] {
  const schemes = callbacks.map(schemeOf).filter((one) => !needsNobody(one));
  return [...new Set(schemes)].filter((one) => !confirmed.includes(one));
}

/** The registered callbacks that work: those without a scheme that waits for an operator. */
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

const reverseDomain = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+$/;

/** In lower case; empty if there is no scheme. */
function schemeOf(callback: string): string {
  return /^[a-z][a-z0-9+.-]*(?=:)/i.exec(callback)?.[0].toLowerCase() ?? "";
}
