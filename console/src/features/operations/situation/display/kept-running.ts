import { useEffect } from "react";

/** The screen stays on; a lock that was lost while the page was hidden is taken again. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    const take = () => {
      if (document.hidden || !("wakeLock" in navigator)) return;
      navigator.wakeLock
        .request("screen")
        .then((taken) => {
          lock = taken;
        })
        .catch(() => undefined); // refused while the battery is low: the screen may then turn off
    };
    take();
    document.addEventListener("visibilitychange", take);
    return () => {
      document.removeEventListener("visibilitychange", take);
      lock?.release().catch(() => undefined);
    };
  }, []);
}
