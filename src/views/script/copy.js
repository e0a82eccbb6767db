/**
 * Buttons that copy what is shown, beside each `[data-copy]`, and that save it, where `data-download`
 * names a file. They are made here, because without script they would do nothing. Their words stand
 * on the body: the page has them in its language.
 */
const { copyLabel = "", copiedLabel = "", downloadLabel = "" } = document.body.dataset;

const said = document.createElement("p");
said.className = "unseen";
said.setAttribute("role", "status");
document.body.append(said);

for (const shown of document.querySelectorAll("[data-copy]")) {
  const row = document.createElement("p");
  row.className = "tools";
  // Copying is left out where the browser does not allow it: on plain http beyond this machine.
  if (navigator.clipboard !== undefined) row.append(copyButton(shown));
  if (shown.dataset.download) row.append(downloadButton(shown));
  (shown.closest("pre") ?? shown).after(row);
}

/** @param {HTMLElement} shown */
function copyButton(shown) {
  const made = button(copyLabel, shown);
  made.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(textOf(shown));
    } catch {
      // Not allowed after all: selected, it is copied by the keyboard.
      document.getSelection()?.selectAllChildren(shown);
      return;
    }
    made.textContent = copiedLabel;
    said.textContent = copiedLabel;
    setTimeout(() => {
      made.textContent = copyLabel;
      said.textContent = "";
    }, 2000);
  });
  return made;
}

/** @param {HTMLElement} shown */
function downloadButton(shown) {
  const made = button(downloadLabel, shown);
  made.addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([`${textOf(shown)}\n`], { type: "text/plain" }));
    link.download = shown.dataset.download ?? "";
    link.click();
    URL.revokeObjectURL(link.href);
  });
  return made;
}

/**
 * @param {string} label
 * @param {HTMLElement} shown
 */
function button(label, shown) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "secondary";
  made.textContent = label;
  if (shown.id) made.setAttribute("aria-describedby", shown.id);
  return made;
}

/** @param {HTMLElement} shown */
function textOf(shown) {
  return (shown.textContent ?? "").trim();
}
