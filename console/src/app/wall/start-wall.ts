import { ApiError } from "../../api/api-error.ts";
import { startLive } from "../../api/live.ts";
import { clearSession, loadSession } from "../../api/session.ts";
import { readToken } from "../../api/token.ts";

const againMs = 3000;
/** What the screens want. */
const screenTopics = ["alarms"];

/**
 * The session of somebody who looks at a situation screen. A server that does not answer is asked again: a screen that
 * starts while the server restarts shows itself as soon as it can. `leaving` once another page takes over.
 */
export async function startSession(
  place: Pick<Location, "pathname" | "search">,
): Promise<"here" | "leaving"> {
  const asked = `${place.pathname}${place.search}`;
  if (readToken() === null) return leaveFor(`/login?redirect=${encodeURIComponent(asked)}`);
  // Before all else: what is fetched while the stream is still on its way has to be fetched again once it is open.
  startLive(screenTopics);
  for (;;) {
    try {
      const { mustChangePassword, missingFactor } = await loadSession();
      // The shell asks for what is missing.
      if (mustChangePassword || missingFactor !== "none") return leaveFor("/index");
      return "here";
    } catch (failure) {
      if (!isAway(failure)) break;
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  }
  clearSession();
  return leaveFor(`/login?redirect=${encodeURIComponent(asked)}`);
}

/** No line, no answer in time, or a server that cannot work right now. */
function isAway(failure: unknown): boolean {
  if (!(failure instanceof ApiError)) return false;
  const { kind, httpStatus } = failure;
  return kind === "network" || kind === "timeout" || (kind === "status" && (httpStatus ?? 0) >= 500);
}

function leaveFor(address: string): "leaving" {
  location.replace(address);
  return "leaving";
}
