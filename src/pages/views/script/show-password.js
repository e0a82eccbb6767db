/**
 * A box below each new password that shows what was typed. Without script it would do nothing, so it is not seen
 * before. A form is sent with its passwords hidden again, so that no browser keeps them as text.
 */
for (const label of document.querySelectorAll("[data-shows]")) {
  const field = document.getElementById(label.dataset.shows);
  const box = label.control;
  label.classList.remove("later");
  const show = (isShown) => {
    box.checked = isShown;
    field.type = isShown ? "text" : "password";
  };
  box.addEventListener("change", () => show(box.checked));
  field.form?.addEventListener("submit", () => show(false));
  // A page that comes back from the browser's memory keeps the box as it was.
  show(false);
}
