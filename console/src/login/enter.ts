import { noteEntered, writeToken } from "../api/token.ts";
import { safeRedirect } from "./safe-redirect.ts";

/** The page that led to the log-in, if any did. */
export function askedPage(): string | null {
  return new URLSearchParams(location.search).get("redirect");
}

/** Keeps the token and opens the shell at the place that was asked for. */
export function enter(token: string, asked = askedPage()): void {
  writeToken(token);
  noteEntered();
  location.replace(safeRedirect(asked, location.origin));
}
