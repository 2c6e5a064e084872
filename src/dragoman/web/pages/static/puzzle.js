// A form with a puzzle: the browser solves it while the form is filled in, in a thread of its own.
// Whoever sends the form earlier waits for that; where it cannot be solved the form goes without,
// and the judge says what that means.
const STALE = 25 * 60 * 1000;

function solver(form) {
  const [field, told] = [form.elements.altcha, document.getElementById("puzzle")];
  let since = 0;
  let solving = null;

  async function solve() {
    const answer = await fetch("/api/accounts/puzzle", { cache: "no-store" });
    if (!answer.ok) throw new Error(answer.statusText);
    const puzzle = await answer.json();
    const worker = new Worker(form.dataset.puzzle);
    try {
      const number = await new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = reject;
        worker.postMessage(puzzle);
      });
      const { algorithm, challenge, salt, signature } = puzzle;
      field.value = btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
      since = Date.now();
    } finally {
      worker.terminate();
    }
  }

  function solved() {
    if (field.value && Date.now() - since < STALE) return Promise.resolve();
    field.value = "";
    solving ??= solve().finally(() => { solving = null; });
    return solving;
  }

  form.addEventListener("input", () => solved().catch(() => undefined), { once: true });
  form.addEventListener("submit", event => {
    if (field.value && Date.now() - since < STALE) return;
    event.preventDefault();
    told.textContent = form.dataset.solving;
    solved().then(() => { told.textContent = form.dataset.solved; }, () => undefined)
      .finally(() => form.submit());
  });
}

for (const form of document.querySelectorAll("form[data-puzzle]")) solver(form);
