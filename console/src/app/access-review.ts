import type { LiveEvent } from "@tracewater/contract/fleet/realtime";
import { getRouters, type RouteNode } from "@tracewater/contract/system/session";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/api-error.ts";
import { callApi } from "../api/call-api.ts";
import { reportFailure } from "../api/failure.ts";
import { useLive } from "../api/live.ts";
import { queryClient } from "../api/query-client.ts";
import { isLoggingOut, loadSession, type Session, useSession } from "../api/session.ts";
import { readToken } from "../api/token.ts";
import { showToast } from "../kit/toasts.ts";
import { withOwnTitles } from "./own-titles.ts";

/** What the server says now; `isOther` where the user's own facts or permissions changed. */
export type Reviewed = { routers: RouteNode[]; withheld: readonly string[]; isOther: boolean };

/**
 * Fetches user and routes again as soon as the live stream says that they changed, or that the session is over: then
 * the server's answer opens the dialog of the expired session, as it would after any call.
 */
export function useAccessReview(onReviewed: (reviewed: Reviewed) => void): void {
  const session = useSession();
  const accessAt = useRef<number | null>(null);
  useLive([], (event) => {
    if (!isAboutAccess(event, accessAt)) return;
    if (readToken() === null || isLoggingOut()) return;
    void review(session).then(onReviewed, (fault: unknown) => {
      // Every call is silent here: what ended the session is still said, once.
      if (fault instanceof ApiError) reportFailure(fault, { handled: true, isReading: true });
    });
  });
}

function isAboutAccess(event: LiveEvent, accessAt: { current: number | null }): boolean {
  if (event.type === "access" || event.type === "sessionEnded") return true;
  if (event.type !== "hello") return false;
  const before = accessAt.current;
  accessAt.current = event.accessAt;
  return before !== null && event.accessAt > before;
}

async function review(before: Session | null): Promise<Reviewed> {
  const [after, routers] = await Promise.all([loadSession(), callApi(getRouters, {}, { silent: true })]);
  const isOther = JSON.stringify(before) !== JSON.stringify(after);
  // Another data scope shows other rows.
  void queryClient.invalidateQueries({}, { cancelRefetch: false });
  return { routers: withOwnTitles(routers.data), withheld: routers.withheld, isOther };
}

export function useAccessLabels(): (what: "changed" | "lost") => void {
  const { t } = useTranslation("app");
  return (what) => showToast({ tone: what === "lost" ? "warning" : "info", text: t(`access.${what}`) });
}
