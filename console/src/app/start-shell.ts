import { getRouters, type RouteNode } from "@tracewater/contract/system/session";
import { callApi } from "../api/call-api.ts";
import { startLive } from "../api/live.ts";
import { clearSession, loadSession } from "../api/session.ts";
import { readToken } from "../api/token.ts";
import { guard } from "./guard.ts";
import { withOwnTitles } from "./own-titles.ts";

/** What the shell begins with: a session with its routes, or a public page without one. */
export type Start = {
  tree: RouteNode[] | null;
  /** Paths of pages that others may see. */
  withheld: readonly string[];
};

/** Where the browser is, as one address of this origin. */
export type Place = { pathname: string; search: string; hash: string };

/** Takes the guard's steps; `leaving` once another page takes over. */
export async function startShell(place: Place): Promise<Start | "leaving"> {
  const asked = `${place.pathname}${place.search}${place.hash}`;
  switch (guard(place.pathname, readToken() !== null)) {
    case "public":
      return { tree: null, withheld: [] };
    case "otherEntry":
      return leaveFor(asked);
    case "toLogin":
      return leaveFor(`/login?redirect=${encodeURIComponent(asked)}`);
    case "toRoot":
      return leaveFor("/");
    case "load":
      return load();
  }
}

async function load(): Promise<Start | "leaving"> {
  try {
    const [, routers] = await Promise.all([loadSession(), callApi(getRouters, {}, { silent: true })]);
    startLive();
    return { tree: withOwnTitles(routers.data), withheld: routers.withheld };
  } catch {
    // Spec 2: a fetch of the user that fails logs out here and goes to the root, which leads to the log-in.
    clearSession();
    return leaveFor("/");
  }
}

function leaveFor(address: string): "leaving" {
  location.replace(address);
  return "leaving";
}
