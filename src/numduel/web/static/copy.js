// @ts-check
// Buttons that copy what stands in a field.
import { byId } from "./html.js";
import { announce } from "./news.js";

document.addEventListener("click", async (event) => {
  const button = /** @type {Element} */ (event.target).closest("[data-copy]");
  if (!(button instanceof HTMLElement)) return;
  const input = /** @type {HTMLInputElement} */ (byId(button.dataset.copy ?? ""));
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
  } catch {
    document.execCommand("copy"); // over plain HTTP there is nothing else
  }
  announce("Copied.");
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = "Copy"), 2000);
});
