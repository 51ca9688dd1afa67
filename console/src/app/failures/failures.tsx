import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../api/api-error.ts";
import { isAway } from "../../api/connection.ts";
import { type FailureContext, onFailure } from "../../api/failure.ts";
import { showToast } from "../../kit/toasts.ts";
import { describeFailure } from "./describe-failure.ts";

// Fetched once the first page is there, so that they are at hand when the server no longer answers.
const fetchExpired = () => import("./expired-dialog.tsx");
const fetchPrompt = () => import("./authorization-prompt.tsx");
const ExpiredDialog = lazy(async () => ({ default: (await fetchExpired()).ExpiredDialog }));
const AuthorizationPrompt = lazy(async () => ({ default: (await fetchPrompt()).AuthorizationPrompt }));
const fetchAfterMs = 5000;

/** Who chose to stay is not asked again by what pages fetch on their own for so long. */
const quietMs = 60_000;

type Asked = "expired" | "unauthorized";

/** The one place that says what failed. However many calls meet the same wall, there is one dialog. */
export function Failures() {
  const say = useSay();
  const [asking, setAsking] = useState<Asked | null>(null);
  const quietUntil = useRef(0);
  const hear = useEffectEvent((failure: ApiError, context: FailureContext) => {
    const described = describeFailure(failure);
    if (described.show === "expired" || described.show === "unauthorized") {
      if (context.isReading && Date.now() < quietUntil.current) return;
      setAsking((now) => now ?? (described.show as Asked));
    } else if (!context.handled) say(failure, described, context);
  });
  useEffect(() => onFailure((failure, context) => hear(failure, context)), []);
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const fetched of [fetchExpired(), fetchPrompt()]) fetched.catch(() => null); // asked for again when needed
    }, fetchAfterMs);
    return () => clearTimeout(timer);
  }, []);
  const stay = () => {
    quietUntil.current = Date.now() + quietMs;
    setAsking(null);
  };
  return (
    <Suspense>
      {asking === "expired" ? <ExpiredDialog open onStay={stay} /> : null}
      {asking === "unauthorized" ? <AuthorizationPrompt open onClose={stay} /> : null}
    </Suspense>
  );
}

function useSay() {
  const { t } = useTranslation("app");
  const announcedAt = useRef(0);
  return (failure: ApiError, described: Said, context: FailureContext) => {
    // While the bar says that the server is away, what pages fetch on their own fails as a matter of course.
    const isExpected = context.isReading && isAway() && Date.now() - announcedAt.current < quietMs;
    if (failure.kind === "network" || failure.httpStatus === 503) {
      if (isExpected) return;
      announcedAt.current = Date.now();
    }
    if (described.show === "notification") {
      return showToast({ tone: "error", title: t(described.key), text: described.text });
    }
    const text = "text" in described ? described.text : t(described.key, described.values ?? {});
    showToast({ tone: described.tone, text });
  };
}

type Said = Exclude<ReturnType<typeof describeFailure>, { show: Asked }>;
