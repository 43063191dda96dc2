// @ts-check
// The form that starts a game: says at once what settings come to, and remembers a name.

const form = /** @type {HTMLFormElement} */ (document.getElementById("setup"));
const verdict = /** @type {HTMLElement} */ (document.getElementById("verdict"));
const name = /** @type {HTMLInputElement} */ (document.getElementById("name"));
const NAME = "numduel-name";
/** @type {number | undefined} */
let timer;
/** @type {AbortController | undefined} */
let asking;

document.getElementById("check")?.parentElement?.remove(); // it is for browsers without scripts
if (!name.value) name.value = localStorage.getItem(NAME) ?? "";
form.addEventListener("submit", () => localStorage.setItem(NAME, name.value));
form.addEventListener("input", (event) => {
  const { name } = /** @type {HTMLInputElement} */ (event.target);
  if (name !== "rules" && !name.startsWith("set-")) return;
  clearTimeout(timer);
  timer = setTimeout(judge, 250);
});

/** The spec that the form describes. */
function spec() {
  const chosen = /** @type {HTMLInputElement} */ (form.querySelector("[name=rules]:checked"));
  if (chosen.dataset.spec) return chosen.dataset.spec;
  const fields = [...form.querySelectorAll("[data-setting]")].map((each) => {
    const { dataset, value } = /** @type {HTMLInputElement} */ (each);
    return `${dataset.setting}=${value.trim() || "none"}`;
  });
  return `${verdict.dataset.game}:${fields.join(",")}`;
}

/** Ask what the settings come to, and say so. */
async function judge() {
  asking?.abort();
  asking = new AbortController();
  try {
    const response = await fetch(`/api/verdict?${new URLSearchParams({ spec: spec() })}`, {
      headers: { Accept: "application/json" },
      signal: asking.signal,
    });
    const answer = await response.json();
    verdict.classList.toggle("wrong", response.status === 400 || response.status === 404);
    verdict.textContent = answer.sentence ?? answer.error ?? "";
  } catch (error) {
    if (/** @type {Error} */ (error).name !== "AbortError") verdict.textContent = "";
  }
}

judge();
