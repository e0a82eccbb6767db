import { launchChromium } from "./support/chromium.ts";
import { showGallery } from "./support/gallery.ts";
await using gallery = await showGallery();
const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: 1280, height: 500 } });
for (const tag of ["en","ar"]) {
await page.goto(gallery.hrefOf(tag, "keys-previous-used"));
console.log(tag, await page.evaluate(`[...document.querySelectorAll("#keys tbody tr")].map(tr=>{const r=[...tr.children].map(c=>{const w=document.createTreeWalker(c,4);const n=w.nextNode(); if(!n) return null; const x=document.createRange();x.selectNodeContents(n);const q=x.getClientRects()[0]; return q? q.top.toFixed(1):null});return r.join(" ")})`));
}
await browser.close();
