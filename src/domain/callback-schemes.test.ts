import assert from "node:assert/strict";
import { test } from "node:test";
import {
  callbacksInForce,
  isDangerousScheme,
  isForeignScheme,
  waitingSchemes,
} from "./callback-schemes.ts";

const words = (text: string) => text.trim().split(/\s+/);

test("schemes that run code or read files lead nowhere", () => {
  for (const scheme of words(
    "javascript data file vbscript blob about view-source filesystem ws wss",
  )) {
    assert.equal(isDangerousScheme(scheme), true, scheme);
  }
  for (const scheme of ["https", "http", "weather", "com.example.app"]) {
    assert.equal(isDangerousScheme(scheme), false, scheme);
  }
});

test("schemes of protocols, systems and browsers are no app's own", () => {
  for (const scheme of words(`
    afp cifs dav davs dict dns finger ftp ftps git gopher imap imaps irc ircs ldap ldaps magnet mms news nfs nntp
    pop pop3 rdp rlogin rsync rtmp rtsp sftp sip sips smb snmp ssh stun stuns svn telnet tftp tn3270 turn turns vnc
    webdav webcal xmpp
    android-app app-settings apt content facetime hcp help intent itms jnlp jnlps macappstore man market nxm package
    prefs search search-ms shell shortcuts steam workflow wyciwyg
    bitcoin callto cid geo im lightning mailto maps mid pay payto sms smsto tel upi urn
    brave chrome chromium dom edge feed firefox jar livescript mhtml mk mocha moz-icon opera read res resource vivaldi
    web
    ms-settings itms-services x-apple.systempreferences com.apple.tv com.microsoft.teams android-auto
    chrome-extension edge-extension microsoft-edge moz-extension opera-touch safari-web-extension`)) {
    assert.equal(isForeignScheme(scheme), true, scheme);
  }
  for (const scheme of ["https", "weather", "com.example.app", "app-ms-settings", "web+mastodon"]) {
    assert.equal(isForeignScheme(scheme), false, scheme);
  }
});

test("a scheme that is no domain in reverse waits until it is confirmed, each once", () => {
  const callbacks = [
    "https://a.example/cb",
    "http://127.0.0.1/cb",
    "a.example+app-2://done",
    "Weather://one",
    "weather://two",
    "tide://done",
  ];
  assert.deepEqual(waitingSchemes(callbacks, []), ["weather", "tide"]);
  assert.deepEqual(waitingSchemes(callbacks, ["weather"]), ["tide"]);
  assert.deepEqual(waitingSchemes(callbacks, ["weather", "tide"]), []);
  assert.deepEqual(callbacksInForce(callbacks, []), callbacks.slice(0, 3));
  assert.deepEqual(callbacksInForce(callbacks, ["weather"]), callbacks.slice(0, 5));
  assert.deepEqual(callbacksInForce(callbacks, ["tide", "weather"]), callbacks);
  for (const scheme of ["com.", "com..app", "httpsx", "xhttps", "x", "web+app", "web+com.app"]) {
    assert.deepEqual(waitingSchemes([`${scheme}://`], []), [scheme], scheme);
  }
});
