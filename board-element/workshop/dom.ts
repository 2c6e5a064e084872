/** Elements made in a line, and a form drawn anew without whoever is in it losing his place. */

type Child = Node | string | null | false | undefined;
type Props = Record<string, unknown>;

export function h(name: string, props: Props = {}, ...children: readonly Child[]): HTMLElement {
  return filled(document.createElement(name), props, children);
}

export function svg(name: string, props: Props = {}, ...children: readonly Child[]): SVGElement {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), props, children);
}

function filled<Of extends Element>(element: Of, props: Props, children: readonly Child[]): Of {
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "value" && "defaultValue" in element) element.defaultValue = String(value);
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value as EventListener);
    else if (key === "value" || key === "checked" || key === "selected") (element as unknown as Props)[key] = value;
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.filter((one): one is Node | string => one instanceof Node || typeof one === "string"));
  return element;
}

/** Whether somebody is in a field there, and what he has typed does not count yet. */
export function isTyped(place: HTMLElement): boolean {
  const now = document.activeElement;
  return !!now?.matches("input:not([type=checkbox]), textarea") && place.contains(now) && isUnsent(now as HTMLInputElement);
}

const isUnsent = (one: HTMLInputElement) => one.value !== one.defaultValue;

/** Put other contents in place; the field that had the focus, by its `data-k`, has it again, and what
 * was typed into forms stays until they are sent. */
export function replaced(place: HTMLElement, ...children: readonly Child[]): void {
  const now = document.activeElement;
  const key = now instanceof HTMLElement && place.contains(now) ? now.dataset["k"] : undefined;
  const open = new Set([...place.querySelectorAll<HTMLDetailsElement>("details[open]")].map(one => one.dataset["k"]));
  const { scrollTop } = place;
  const fields = () => [...place.querySelectorAll<HTMLInputElement>("form input[data-k]")];
  const typed = new Map(fields().filter(isUnsent).map(one => [one.dataset["k"], one.value]));
  place.replaceChildren(...children.filter((one): one is Node | string => one instanceof Node || typeof one === "string"));
  for (const one of place.querySelectorAll<HTMLDetailsElement>("details[data-k]")) one.open ||= open.has(one.dataset["k"]);
  for (const one of fields()) one.value = typed.get(one.dataset["k"]) ?? one.value;
  place.scrollTop = scrollTop;
  if (key) place.querySelector<HTMLElement>(`[data-k="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}
