/**
 * The text of each `[data-countdown]` is how many of its seconds are left. The clock of the browser may be wrong, but
 * it goes on while the device sleeps, so it is asked how long the page has been open.
 */
for (const shown of document.querySelectorAll("[data-countdown]")) {
  const { countdown, left = "", over = "" } = shown.dataset;
  const until = Date.now() + Number(countdown) * 1000;
  shown.setAttribute("role", "timer");
  const tick = () => {
    const seconds = Math.ceil((until - Date.now()) / 1000);
    if (seconds > 0) {
      shown.textContent = `${left} ${clockTime(seconds)}`;
      return;
    }
    clearInterval(ticking);
    // Said aloud, because it is news; the seconds before were not.
    shown.setAttribute("role", "alert");
    shown.textContent = over;
    document.body.classList.add("over");
  };
  const ticking = setInterval(tick, 1000);
  tick();
}

/** @param {number} seconds Isolated, so that a language from right to left keeps its order. */
function clockTime(seconds) {
  return `\u2066${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}\u2069`;
}
