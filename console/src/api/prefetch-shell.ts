let asked = false;

/** Asks the browser to fetch the shell's files while the user types; they are named in the shell's own page. */
export async function prefetchShell(): Promise<void> {
  if (asked || import.meta.env.DEV) return;
  asked = true;
  const response = await fetch("/index").catch(() => null); // a mere favour: without it the shell loads later
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const part of page.querySelectorAll(
    "script[type=module][src], link[rel=modulepreload], link[rel=stylesheet]",
  )) {
    const link = document.createElement("link");
    link.rel = "prefetch";
    link.href = part.getAttribute("src") ?? part.getAttribute("href") ?? "";
    document.head.append(link);
  }
}
