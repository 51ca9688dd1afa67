/**
 * The session's token, in the cookie `Admin-Token`. It is never an authority by itself. A paired display has a token of
 * its own, next to the name by which people know it; a page uses it only once it says that it is a display.
 */
const cookieName = "Admin-Token";
/** In the session storage from a log-in in this tab until the shell has offered what comes after one. */
const enteredKey = "tracewater-entered";
const displayKey = "tracewater-display";

export type DisplayToken = { token: string; name: string };

let display: string | null = null;

export function readToken(): string | null {
  if (display !== null) return display;
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${cookieName}=`));
  const value = found?.slice(cookieName.length + 1);
  return value ? decodeURIComponent(value) : null;
}

export function writeToken(token: string): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain HTTP
  document.cookie = `${cookieName}=${encodeURIComponent(token)}; Path=/; SameSite=Lax${secure}`;
}

/** Notes a log-in that its user has just made here. */
export function noteEntered(): void {
  sessionStorage.setItem(enteredKey, "1");
}

export function hasJustEntered(): boolean {
  return sessionStorage.getItem(enteredKey) !== null;
}

export function forgetEntered(): void {
  sessionStorage.removeItem(enteredKey);
}

export function clearToken(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain HTTP
  document.cookie = `${cookieName}=; Path=/; Max-Age=0; SameSite=Lax`;
}

/** What this browser was paired as; its token is empty once the pairing is over. */
export function readDisplay(): DisplayToken | null {
  const kept = localStorage.getItem(displayKey);
  if (kept === null) return null;
  const [token = "", ...name] = kept.split(" ");
  return { token, name: name.join(" ") };
}

export function keepDisplay({ token, name }: DisplayToken): void {
  localStorage.setItem(displayKey, `${token} ${name}`);
}

/** From now on this page calls as the display that it is; null for nobody. */
export function callAsDisplay(token: string | null): void {
  display = token;
}
