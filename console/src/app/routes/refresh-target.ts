import type { Place } from "../start-shell.ts";

/**
 * What is behind `/redirect/`, as an address of this origin; null for any other address. Slashes and backslashes
 * in front are dropped, so that no address of another origin comes out.
 */
export function refreshTarget(place: Place): Place | null {
  const behind = /^\/redirect(\/.*)?$/i.exec(place.pathname);
  if (!behind) return null;
  const path = (behind[1] ?? "").replace(/^[/\\\s]+/, "");
  return { pathname: `/${path === "" ? "index" : path}`, search: place.search, hash: place.hash };
}
