import { lazy, Suspense } from "react";
import { type Session, useSession } from "../../api/session.ts";

const FirstPassword = lazy(() => import("./first-password.tsx").then((m) => ({ default: m.FirstPassword })));
const MissingFactor = lazy(() => import("./missing-factor.tsx").then((m) => ({ default: m.MissingFactor })));

/** What the session's user has to do before it opens anything, on pages with and without the layout. */
export function FirstSteps() {
  const session = useSession();
  const missing = missingFactorOf(session);
  return (
    <Suspense>
      {session?.mustChangePassword ? <FirstPassword /> : null}
      {missing === null ? null : <MissingFactor missing={missing} />}
    </Suspense>
  );
}

/** After a password of one's own was chosen: one thing at a time. */
export function missingFactorOf(session: Session | null): "any" | "passkey" | null {
  if (session === null || session.mustChangePassword || session.missingFactor === "none") return null;
  return session.missingFactor;
}
