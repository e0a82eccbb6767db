/**
 * A button that copies, in the corner of each `[data-copy]`, and in the place below it one that saves it, where
 * `data-download` names a file. They are made here, because without script they would do nothing. Their words stand
 * on the body, and that of what is copied on its element: the page has them in its language.
 */
const { copiedLabel = "", downloadLabel = "" } = document.body.dataset;

const said = document.createElement("p");
said.className = "unseen";
said.setAttribute("role", "status");
document.body.append(said);

for (const shown of document.querySelectorAll("[data-copy]")) {
  const block = shown.closest("pre") ?? shown;
  // Copying is left out where the browser does not allow it: on plain http beyond this machine.
  if (navigator.clipboard !== undefined) inCorner(block, copyButton(shown));
  if (!shown.dataset.download) continue;
  const row = (block.closest(".copied") ?? block).nextElementSibling;
  row?.append(downloadButton(shown));
  row?.classList.remove("later");
}

/**
 * What is copied runs from left to right in every language, and so does its box: the button stands where lines end.
 *
 * @param {Element} block
 * @param {HTMLButtonElement} made
 */
function inCorner(block, made) {
  const box = document.createElement("div");
  box.className = "copied";
  box.dir = "ltr";
  block.replaceWith(box);
  box.append(block, made);
}

/** @param {HTMLElement} shown */
function copyButton(shown) {
  const made = button("");
  made.classList.add("copy");
  made.title = shown.dataset.copy ?? "";
  made.ariaLabel = made.title;
  const show = (done) => {
    made.classList.toggle("done", done);
    said.textContent = done ? copiedLabel : "";
  };
  made.append(drawing());
  made.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(textOf(shown));
    } catch {
      // Not allowed after all: selected, it is copied by the keyboard.
      document.getSelection()?.selectAllChildren(shown);
      return;
    }
    show(true);
    setTimeout(() => show(false), 2000);
  });
  return made;
}

/** Two sheets, and the tick that takes their place for a moment. */
function drawing() {
  const paths = [
    ["sheets", "M9 9h11v11H9zM5 15H4V4h11v1"],
    ["tick", "M5 13l5 5L20 7"],
  ];
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const attributes = { viewBox: "0 0 24 24", width: 20, height: 20, fill: "none" };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, String(value));
  svg.setAttribute("aria-hidden", "true");
  for (const [name, d] of paths) {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("class", name);
    path.setAttribute("d", d);
    path.setAttribute("stroke", "currentColor");
    path.setAttribute("stroke-width", "2");
    svg.append(path);
  }
  return svg;
}

/** @param {HTMLElement} shown */
function downloadButton(shown) {
  const made = button(downloadLabel);
  made.addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([`${textOf(shown)}\n`], { type: "text/plain" }));
    link.download = shown.dataset.download ?? "";
    link.click();
    URL.revokeObjectURL(link.href);
  });
  return made;
}

/** @param {string} label */
function button(label) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "secondary";
  made.textContent = label;
  return made;
}

/**
 * A key stands in groups for those who type it.
 *
 * @param {HTMLElement} shown
 */
function textOf(shown) {
  const text = (shown.textContent ?? "").trim();
  return shown.dataset.grouped === undefined ? text : text.replaceAll(" ", "");
}
