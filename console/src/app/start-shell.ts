import { getRouters, type RouteNode } from "@tracewater/contract/system/session";
import { callApi } from "../api/call-api.ts";
import { startLive } from "../api/live.ts";
import { forgetSession, loadSession } from "../api/session.ts";
import { readToken } from "../api/token.ts";
import { guard } from "./guard.ts";

/** What the shell begins with: a session with its routes, a public page without one, or the way out. */
export type Start = { tree: RouteNode[] } | { tree: null };

export async function startShell(path: string): Promise<Start | "leaving"> {
  const decision = guard(path, readToken() !== null);
  if (decision === "toLogin") {
    const asked = `${location.pathname}${location.search}${location.hash}`;
    location.replace(`/login?redirect=${encodeURIComponent(asked)}`);
    return "leaving";
  }
  if (decision === "public") return { tree: null };
  try {
    const [, routers] = await Promise.all([loadSession(), callApi(getRouters, {}, { silent: true })]);
    startLive();
    return { tree: routers.data };
  } catch {
    // Spec 2: a fetch of the user that fails logs out here and goes to the root, which leads to the log-in.
    forgetSession();
    location.replace("/");
    return "leaving";
  }
}
