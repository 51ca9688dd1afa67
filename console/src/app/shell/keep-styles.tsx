import { lazy, Suspense, useEffect, useState } from "react";

const KeptControls = lazy(async () => ({ default: (await import("./kept-controls.tsx")).KeptControls }));

/**
 * antd drops a control's styles when the last one of its kind leaves the screen and computes them again for the next:
 * a tenth of a second on a slow machine for every change to a list. One of each stays here, unseen; it is fetched when
 * the first page is there.
 */
export function KeepStyles() {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    // Safari has no idle callback: there the first list pays once.
    if (!("requestIdleCallback" in globalThis)) return;
    const asked = requestIdleCallback(() => setIdle(true), { timeout: 5000 });
    return () => cancelIdleCallback(asked);
  }, []);
  if (!idle) return null;
  return (
    <Suspense>
      <KeptControls />
    </Suspense>
  );
}
