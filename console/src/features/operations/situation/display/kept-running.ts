import { useEffect } from "react";

/** Keeps page and files for a start without a server; a browser that allows none (plain HTTP) starts with one only. */
export function useKeptPage(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    navigator.serviceWorker
      .register("/display-worker.js", { scope: "/visual/display" })
      .catch(() => undefined);
  }, []);
}

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
