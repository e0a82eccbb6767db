/**
 * Schemes of callback URLs: which are never allowed, and which an operator has to confirm.
 *
 * RFC 8252 §7.1 and RFC 7595 §3.8 want an app's own scheme to be a domain that its maker controls, written
 * in reverse. A word like `weather` may be another app's too, and the one that the system picks gets the
 * verifier; so somebody looks at it first. docs/adr/0020-callback-schemes.md.
 */

/** These run code or read files in the browser that follows them: no callback leads there, also no registered one. */
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

/** These belong to systems, browsers and other protocols, so none is an app's own. */
const foreign = new Set([
  // Other protocols: a password, a hash or a file goes over the network.
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
  // Systems: they start programs, install them, or open their settings.
  ...["android-app", "app-settings", "apt", "content", "facetime", "hcp", "help", "intent", "itms"],
  ...["jnlp", "jnlps", "macappstore", "man", "market", "nxm", "package", "prefs", "search"],
  ...["search-ms", "shell", "shortcuts", "steam", "workflow", "wyciwyg"],
  // Mail, telephone, places and payments: they send something.
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

/** Microsoft's, Apple's, the browsers' and their extensions'. */
const foreignBeginnings = [
  ...["ms-", "itms-", "x-apple", "com.apple.", "com.microsoft."],
  ...["android-", "chrome-", "edge-", "microsoft-", "moz-", "opera-", "safari-", "web+"],
];

/** Refused wherever a callback is read. */
export function isDangerousScheme(scheme: string): boolean {
  return dangerous.has(scheme);
}

/** Refused where a callback is registered. */
export function isForeignScheme(scheme: string): boolean {
  return foreign.has(scheme) || foreignBeginnings.some((one) => scheme.startsWith(one));
}

/** The schemes of apps among these callbacks that no operator has confirmed and no domain vouches for. */
export function waitingSchemes(
  callbacks: readonly string[],
  confirmed: readonly string[],
): readonly string[] {
  const schemes = callbacks.map(schemeOf).filter((one) => !needsNobody(one));
  return [...new Set(schemes)].filter((one) => !confirmed.includes(one));
}

/** What is registered, without what waits. */
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

/** In lower case; empty without one. */
function schemeOf(callback: string): string {
  return /^[a-z][a-z0-9+.-]*(?=:)/i.exec(callback)?.[0].toLowerCase() ?? "";
}
