// Passkeys: signing in with one, and adding one. The judge makes the challenge and checks the
// answer; the browser does the rest.
async function ask(path, body) {
  const answer = await fetch(`/api${path}`, {
    method: "POST",
    headers: { "X-Dragoman": "1", "Content-Type": "application/json" },
    body: JSON.stringify(body ?? {}),
  });
  const told = answer.status === 204 ? {} : await answer.json();
  if (!answer.ok) throw new Error(told.diagnostics?.[0]?.what ?? told.title ?? answer.statusText);
  return told;
}

const isKnown = Boolean(window.PublicKeyCredential?.parseCreationOptionsFromJSON);

function tells(form) {
  const notice = form.querySelector(".notice");
  return text => {
    notice.textContent = text;
    notice.hidden = !text;
  };
}

const adding = document.getElementById("add-passkey");
if (adding) {
  adding.hidden = false;
  const tell = tells(adding);
  if (!isKnown) {
    tell(adding.dataset.none);
    adding.querySelector("button").disabled = true;
  }
  adding.addEventListener("submit", async event => {
    event.preventDefault();
    tell("");
    try {
      const options = PublicKeyCredential.parseCreationOptionsFromJSON(await ask("/me/passkeys/offer"));
      const made = await navigator.credentials.create({ publicKey: options });
      const name = adding.querySelector("input").value;
      await ask("/me/passkeys", { credential: made.toJSON(), name });
      location.assign(adding.dataset.next ?? "/account/sign-ins?done=true#passkeys");
    } catch (error) {
      // A browser whose dialog was closed says so in words that are meant for programmers.
      tell(error instanceof DOMException ? adding.dataset.failed : error.message);
    }
  });
}

const signing = document.getElementById("by-passkey");
if (signing && isKnown) {
  signing.hidden = false;
  const tell = tells(signing);
  signing.querySelector("button").addEventListener("click", async () => {
    tell("");
    try {
      const options = PublicKeyCredential.parseRequestOptionsFromJSON(await ask("/session/passkey"));
      const signed = await navigator.credentials.get({ publicKey: options });
      await ask("/session/passkey/answer", { credential: signed.toJSON() });
      const unsent = document.getElementById("unsent");
      if (unsent) unsent.submit();
      else location.assign(signing.dataset.next);
    } catch (error) {
      tell(error instanceof DOMException ? signing.dataset.failed : error.message);
    }
  });
}
