/** Keeps that place while the browser is at an identity provider. */
export const redirectKey = "tracewater-redirect";

/** Where to go after log-in: the asked path if it stays on this origin, else the home page. */
export function safeRedirect(asked: string | null, origin: string): string {
  if (!asked?.startsWith("/")) return "/index";
  let url: URL;
  try {
    url = new URL(asked, origin);
  } catch {
    return "/index"; // no address at all
  }
  const leaves = url.origin !== origin || url.pathname.startsWith("//");
  return leaves || url.pathname === "/login" || url.pathname === "/"
    ? "/index"
    : `${url.pathname}${url.search}${url.hash}`;
}
