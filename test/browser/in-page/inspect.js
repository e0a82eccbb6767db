/**
 * Runs inside the browser: puts one state after another into a document that already has the stylesheet,
 * and checks each. Navigating to each state would cost more than all the checks.
 */
globalThis.inspect = {
  /** The pages' scripts as functions, by address, because a document runs a module only once. */
  scripts: {},

  /** The violations that axe finds in each state, with the state's name in front. */
  async violationsOfEach(states, rules) {
    const found = [];
    for (const { name, html } of states) {
      for (const what of await this.show(html)) found.push(`${name}: ${what}`);
      for (const what of await this.violations(rules)) found.push(`${name}: ${what}`);
    }
    return found;
  },

  /**
   * The findings of each look for each state. What an earlier state had in the same place is left out. Runs in a frame,
   * which gets the width of each look in turn, because most of the time goes into loading a state.
   */
  async layouts(states, looks) {
    const found = [];
    for (const { name, html } of states) {
      const say = (look) => (what) => found.push({ look, what: `${name}: ${what}` });
      let width = looks[0].width;
      globalThis.frameElement.width = width;
      (await this.show(html, emptyMet)).forEach(say("show"));
      for (const look of looks) {
        if (look.width !== width) {
          width = look.width;
          globalThis.frameElement.width = width;
        }
        this[look.by]().forEach(say(`${look.by} ${width}`));
      }
    }
    return found;
  },

  /**
   * Loads each document in a frame, which inherits the policy of the page around it. The console shows what the policy
   * blocked.
   */
  async underPolicy(documents) {
    for (const html of documents) {
      const frame = document.createElement("iframe");
      frame.srcdoc = html;
      const loaded = new Promise((done) => frame.addEventListener("load", done));
      document.body.append(frame);
      await loaded;
      frame.remove();
    }
  },

  /** Returns what the page's policy would block. Scripts may do things that HTML may not. */
  async show(html, change = () => {}) {
    const next = new DOMParser().parseFromString(html, "text/html");
    change(next);
    const addresses = [...next.scripts].map((one) => one.getAttribute("src"));
    put(next);
    const blocked = againstPolicy();
    for (const address of addresses) await this.scripts[address]();
    return blocked;
  },

  /** `rules`: all, those that depend on colors and sizes ("look"), or the others ("rest"). */
  async violations(rules = "all") {
    unfold();
    if (rules !== "rest") markNew();
    const { violations } = await globalThis.axe.run(document, {
      ...axeRules[rules],
      resultTypes: ["violations"],
      // Would fetch stylesheets again for each run, for a rule that is not used here.
      preload: false,
    });
    return violations.map(({ id, nodes }) => `${id} ${nodes.map((one) => one.html).join(" ")}`);
  },

  /** Each permission, and where the decision leads, has to be above "Authorize", and uncovered once that is in sight. */
  consent() {
    const allow = document.querySelector('button[value="allow"]');
    const { top } = allow.getBoundingClientRect();
    const first = [...document.querySelectorAll(".allowed li, .destination")];
    const below = first.filter((one) => {
      const follows = one.compareDocumentPosition(allow) & Node.DOCUMENT_POSITION_FOLLOWING;
      return !follows || one.getBoundingClientRect().bottom > top;
    });
    const covered = first.filter((one) => top < innerHeight && !isUncovered(one));
    return [
      ...below.map((one) => `below the button: ${one.textContent}`),
      ...covered.map((one) => `not in sight, but the button is: ${one.textContent}`),
    ];
  },

  /** Each selector of the stylesheet, without what only a user or the passing of time brings about. */
  selectors() {
    const rulesOf = (one) => [...(one.cssRules ?? [])].flatMap((rule) => [rule, ...rulesOf(rule)]);
    const rules = [...document.styleSheets].flatMap(rulesOf);
    const selectors = rules.flatMap(({ selectorText = "" }) => apart(selectorText));
    return [...new Set(selectors.map((one) => one.replace(broughtAbout, "").trim()))].filter(
      (one) => one !== "" && !/[>+~]$/.test(one),
    );
  },

  /** Those that match nothing: not in the page as it is sent, nor after its scripts, with folds closed or open. */
  unmatched(selectors, html) {
    const sent = new DOMParser().parseFromString(html, "text/html");
    const missing = (from) => from.filter((one) => document.querySelector(one) === null);
    const left = missing(selectors.filter((one) => sent.querySelector(one) === null));
    unfold();
    return missing(left);
  },

  /** The number of table rows, and every text of a row, list item or fact that cannot be seen, unless it is on a button. */
  unprinted() {
    unfold();
    const walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const missing = [];
    while (walk.nextNode()) {
      const { parentElement, textContent } = walk.currentNode;
      const isData = parentElement.closest("td, th, li, dd") !== null;
      if (!isData || textContent.trim() === "" || parentElement.closest(notPrinted)) continue;
      if (!parentElement.checkVisibility()) missing.push(textContent.trim());
    }
    return { rows: document.querySelectorAll("tbody tr").length, missing };
  },

  outOfBounds() {
    unfold();
    const { clientWidth } = document.documentElement;
    const places =
      ":root, body :not(bdi, span, a, strong, code, input, .unseen, .scroll *, .tabs *)";
    return [...document.querySelectorAll(places)]
      .filter((one) => one.checkVisibility())
      .filter((one) => {
        const { left, right } = one.getBoundingClientRect();
        const cuts = one.scrollWidth > one.offsetWidth && !one.matches("figure .scroll");
        return left < 0 || right > clientWidth || cuts;
      })
      .map((one) => (one.localName === "html" ? "the page" : one.outerHTML));
  },

  smallTargets() {
    unfold();
    const targets =
      "button, summary, a.button, a.action, nav a, textarea, label:has(input[type=radio], input[type=checkbox]), input:not([type=hidden], [type=radio], [type=checkbox])";
    return [...document.querySelectorAll(targets)]
      .filter((target) => {
        // All of its row leads to what it is about.
        const { width, height } = (
          (target.matches(".whole") && target.closest("tr, li")) ||
          target
        ).getBoundingClientRect();
        return target.checkVisibility() && (width < 44 || height < 44);
      })
      .map((target) => target.outerHTML);
  },

  /** One line for each state: the elements at which Tab stops, so that states with the same stops are checked once. */
  async tabStops(states) {
    const found = [];
    for (const { name, html } of states) {
      await this.show(html);
      const kinds = tabStops().map(({ kind }) => kind);
      found.push(`${name}: ${kinds.join(" ")}`);
    }
    return found;
  },

  /**
   * Returns the elements at which Tab stops. From now on, `focused` lists what gets the focus, and whether it is
   * visible.
   */
  watchFocus() {
    this.focused = [];
    document.addEventListener("focusin", ({ target }) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(target);
      const shows = outlineStyle === "solid" && Number.parseFloat(outlineWidth) >= 2;
      this.focused.push({ markup: target.outerHTML, shows });
    });
    return tabStops().map(({ markup }) => markup);
  },
};

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const byLook = [
  "color-contrast",
  "link-in-text-block",
  "scrollable-region-focusable",
  "target-size",
];
const axeRules = {
  all: { runOnly: tags },
  look: { runOnly: byLook },
  rest: {
    runOnly: tags,
    rules: Object.fromEntries(byLook.map((rule) => [rule, { enabled: false }])),
  },
};

function put(next) {
  const root = document.documentElement;
  for (const name of root.getAttributeNames()) root.removeAttribute(name);
  for (const name of next.documentElement.getAttributeNames()) {
    root.setAttribute(name, next.documentElement.getAttribute(name));
  }
  document.title = next.title;
  for (const link of document.querySelectorAll("link[rel=stylesheet]")) {
    link.disabled = next.querySelector(`link[href="${link.getAttribute("href")}"]`) === null;
  }
  document.body.replaceWith(document.adoptNode(next.body));
  // An earlier state may have moved down to a field, which would leave one of this state under the header.
  globalThis.scrollTo(0, 0);
}

/** The parts of states that this document has shown, with what their look depends on. */
const met = new Set();

/**
 * Empties the parts of a state that this document has shown in the same place, width and colors. Their elements stay,
 * because without them the rest would move.
 */
function emptyMet(next) {
  const { lang, dir } = next.documentElement;
  const around = `${wayToShow()} ${lang} ${dir} ${next.body.className}`;
  for (const one of next.querySelectorAll("body > :not(main), main > *")) {
    const markup = one.outerHTML.replace(/ href="[^"]*"/g, "");
    const place = `${around} ${one.previousElementSibling?.localName} ${one.parentElement.localName} ${markup}`;
    if (met.has(place)) one.replaceChildren();
    met.add(place);
  }
}

/** Width and colors. */
function wayToShow() {
  return `${globalThis.innerWidth} ${matchMedia("(prefers-color-scheme: dark)").matches}`;
}

/**
 * Marks what this document has not yet shown with the same width, colors and place, that is, inside the same elements
 * and after the same one, as in alike.ts. Contrast depends on nothing else.
 */
function markNew() {
  const way = wayToShow();
  const around = new Map();
  for (const one of document.querySelectorAll("body, body *")) {
    const parent = around.get(one.parentElement) ?? { place: way, last: "" };
    const self = one.cloneNode().outerHTML.replace(withoutLook, " $1");
    const hasText = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const place = `${parent.place}>${parent.last}+${self}${hasText}`;
    if (!met.has(place)) one.setAttribute("data-new", "");
    met.add(place);
    parent.last = self;
    around.set(one, { place: `${parent.place}>${self}`, last: "" });
  }
}

const withoutLook =
  / (id|for|name|value|href|action|src|datetime|lang|dir|title|alt|placeholder|aria-label|aria-labelledby|aria-describedby|data-[a-z-]+)="[^"]*"/g;

/** Opens everything that can be opened, so that folded parts are checked too. */
function unfold() {
  for (const one of document.querySelectorAll("details")) one.setAttribute("open", "");
}

/**
 * A page that was loaded in this way is not subject to a Content-Security-Policy, so this searches for what the policy
 * would block.
 */
function againstPolicy() {
  const isInline = (one) =>
    one.getAttributeNames().some((name) => name === "style" || name.startsWith("on"));
  const blocked = [...document.querySelectorAll("style, script:not([src]), iframe, object, embed")];
  return [...blocked, ...[...document.querySelectorAll("*")].filter(isInline)].map(
    (one) => `blocked by the policy: ${one.outerHTML.slice(0, 200)}`,
  );
}

function tabStops() {
  const all = [
    ...document.querySelectorAll(
      "a[href], button, summary, textarea, select, figure .scroll, .scroll[tabindex], .plot, pre[tabindex], input:not([type=hidden])",
    ),
  ];
  const radios = all.filter((one) => one.getAttribute("type") === "radio");
  const stops = (one) => {
    const group = radios.filter(
      (other) => other.name === one.name && other.closest("form") === one.closest("form"),
    );
    return one === (group.find((other) => other.hasAttribute("checked")) ?? group[0]);
  };
  return all
    .filter((one) => one.checkVisibility() && (!radios.includes(one) || stops(one)))
    .map((one) => ({
      markup: one.outerHTML,
      kind: `${one.localName}.${one.className}#${one.id}@${one.tabIndex}`,
    }));
}

/** Whether each line of the text is on the screen with nothing on top of it. */
function isUncovered(element) {
  const text = document.createRange();
  text.selectNodeContents(element);
  return [...text.getClientRects()].every(({ left, right, top, bottom }) => {
    const points = [left + 1, (left + right) / 2, right - 1].flatMap((x) => [
      [x, top + 2],
      [x, bottom - 2],
    ]);
    return points.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
  });
}

/** Controls, and what a script shows instead of them. */
const notPrinted =
  "nav, form, button, a.button, label, select, option, .actions, .later, .unscripted, p:has(> a.action:only-child)";

const broughtAbout =
  /::[\w-]+|:not\(:focus\)|:is\(:hover, :focus-visible\)|:(hover|focus-visible|focus|target|user-invalid|disabled)|(?<=\.copy)\.done|(?<=dialog\.search)\[open\]|\[aria-(?:busy|selected)="true"\]|^\.over |(?<=\.steps) \.current/g;

/** A selector list, cut at the commas that are in no brackets. */
function apart(list) {
  let depth = 0;
  const parts = [""];
  for (const letter of list) {
    if ("([".includes(letter)) depth += 1;
    if (")]".includes(letter)) depth -= 1;
    if (letter === "," && depth === 0) parts.push("");
    else parts.push(parts.pop() + letter);
  }
  return parts.map((part) => part.trim());
}
