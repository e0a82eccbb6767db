/**
 * A box below each new password that shows what was typed. It is made here, because without script it would do
 * nothing. A form is sent with its passwords hidden again, so that no browser keeps them as text.
 */
const { showLabel = "" } = document.body.dataset;

for (const field of document.querySelectorAll('input[autocomplete="new-password"]')) {
  const box = document.createElement("input");
  box.type = "checkbox";
  box.id = `show-${field.id}`;
  const label = document.createElement("label");
  label.className = "choice";
  label.htmlFor = box.id;
  label.append(box, ` ${showLabel}`);
  const hint = document.getElementById(`${field.id}-hint`);
  (hint ?? field).after(label);
  const show = (isShown) => {
    box.checked = isShown;
    field.type = isShown ? "text" : "password";
  };
  box.addEventListener("change", () => show(box.checked));
  field.form?.addEventListener("submit", () => show(false));
  // A page that comes back from the browser's memory keeps the box as it was.
  show(false);
}
