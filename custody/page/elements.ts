type Child = Node | string | null;

/** An element with its children. Texts stay texts: nothing of a file is ever read as HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

export function button(text: string, onClick: () => void, attributes: Readonly<Record<string, string>> = {}) {
  const made = element("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", onClick);
  return made;
}

/** `2026-05-11 15:20:00 +08:00` of an ISO time. */
export function momentText(iso: string): string {
  return iso.replace("T", " ").replace(/([+-]\d\d:\d\d|Z)$/, " $1");
}
