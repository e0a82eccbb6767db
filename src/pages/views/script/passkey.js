/**
 * Forms that a passkey goes with. The browser asks for it once the form is sent, and the form goes on with its answer;
 * a form that has a code goes without. What is of no use without passkeys is shown from here.
 */
const isSupported = window.PublicKeyCredential !== undefined;
const inputs = [...document.querySelectorAll("input[data-passkey]")];
let waiting = new AbortController();

for (const one of document.querySelectorAll("[data-passkey-shown]")) {
  one.hidden = !isSupported;
  one.classList.remove("later");
}
for (const one of document.querySelectorAll("[data-passkey-missing]")) {
  one.hidden = isSupported;
  one.classList.remove("unscripted");
}

if (isSupported) {
  for (const form of new Set(inputs.map((input) => input.form))) prepare(form);
  for (const input of inputs) if ("autofill" in input.dataset) offer(input);
  // An answer counts once: a page that the browser shows again asks again.
  addEventListener("pageshow", () => {
    for (const input of inputs) input.value = "";
  });
}

function prepare(form) {
  const own = inputs.filter((input) => input.form === form);
  const codeFor = (input) => form.elements.namedItem(input.dataset.instead ?? "");
  for (const input of own) {
    const code = codeFor(input);
    if (code !== null) code.required = false;
  }
  form.addEventListener("submit", async (event) => {
    const { submitter } = event;
    // It leads elsewhere, to prove something there first.
    if (submitter?.hasAttribute("formaction")) return;
    const next = own.find((input) => input.value === "" && !codeFor(input)?.value);
    if (next === undefined) return;
    event.preventDefault();
    waiting.abort();
    try {
      next.value = JSON.stringify(await answer(next));
    } catch (error) {
      say(form, error.name === "InvalidStateError" ? "known" : "canceled");
      return;
    }
    form.requestSubmit(submitter);
  });
}

/** The browser lists passkeys where it fills in screen names, until the user chooses another way. */
async function offer(input) {
  const canFill = await window.PublicKeyCredential.isConditionalMediationAvailable?.();
  if (!canFill) return;
  waiting = new AbortController();
  try {
    const { signal } = waiting;
    input.value = JSON.stringify(await answer(input, { mediation: "conditional", signal }));
  } catch {
    return;
  }
  input.form.requestSubmit();
}

/** What the service reads. */
async function answer(input, more = {}) {
  const options = JSON.parse(input.dataset.options);
  const { challenge } = options;
  if (input.dataset.passkey === "create") {
    const { user, excludeCredentials } = options;
    const publicKey = {
      ...options,
      challenge: bytes(challenge),
      user: { ...user, id: bytes(user.id) },
      excludeCredentials: excludeCredentials.map(named),
    };
    const { id, response } = await navigator.credentials.create({ publicKey });
    return {
      id,
      clientDataJSON: text(response.clientDataJSON),
      authenticatorData: text(response.getAuthenticatorData()),
      transports: response.getTransports?.() ?? [],
    };
  }
  const allowCredentials = options.allowCredentials.map(named);
  const publicKey = { ...options, challenge: bytes(challenge), allowCredentials };
  const { id, response } = await navigator.credentials.get({ publicKey, ...more });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    clientDataJSON: text(clientDataJSON),
    authenticatorData: text(authenticatorData),
    signature: text(signature),
    userHandle: userHandle === null ? null : text(userHandle),
  };
}

function named(credential) {
  return { ...credential, id: bytes(credential.id) };
}

function say(form, what) {
  const place = form.querySelector("[data-passkey-said]");
  if (place !== null) place.textContent = place.dataset[what];
}

/** Bytes and base64url. */
function bytes(encoded) {
  const base64 = encoded.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (email) => email.charCodeAt(0));
}

function text(buffer) {
  const emails = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte));
  return btoa(emails.join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
