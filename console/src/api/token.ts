/** The session's token, in the cookie `Admin-Token`. It is never an authority by itself. */
const cookieName = "Admin-Token";

export function readToken(): string | null {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${cookieName}=`));
  const value = found?.slice(cookieName.length + 1);
  return value ? decodeURIComponent(value) : null;
}

export function writeToken(token: string): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain HTTP
  document.cookie = `${cookieName}=${encodeURIComponent(token)}; Path=/; SameSite=Lax${secure}`;
}

export function clearToken(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain HTTP
  document.cookie = `${cookieName}=; Path=/; Max-Age=0; SameSite=Lax`;
}
