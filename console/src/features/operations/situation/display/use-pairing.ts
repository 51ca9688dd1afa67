import { beginDisplayPairing, getDisplayPairing } from "@tracewater/contract/system/displays";
import { useEffect, useEffectEvent, useState } from "react";
import { ApiError } from "../../../../api/api-error.ts";
import { callApi } from "../../../../api/call-api.ts";
import type { DisplayToken } from "../../../../api/token.ts";

const askMs = 2000;
const againMs = 5000;

/** The six digits that this browser shows, new ones when they are over; null until the server gave some. */
export function usePairing(onPaired: (display: DisplayToken) => void): string | null {
  const [code, setCode] = useState<string | null>(null);
  const paired = useEffectEvent(onPaired);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const silent = { silent: true };
    const after = (ms: number, step: () => Promise<void>) => {
      if (!gone) timer = setTimeout(() => void step(), ms);
    };
    const begin = async (): Promise<void> => {
      try {
        const { data } = await callApi(beginDisplayPairing, {}, silent);
        if (!gone) setCode(data.code);
        after(askMs, ask);
      } catch {
        after(againMs, begin); // no server, or too many ask at the moment
      }
    };
    const ask = async (): Promise<void> => {
      try {
        const { data } = await callApi(getDisplayPairing, {}, silent);
        if (gone) return;
        if (data.token !== undefined) return paired({ token: data.token, name: data.name ?? "" });
        if (data.state === "waiting") after(askMs, ask);
        else await begin();
      } catch (failure) {
        // The cookie is gone, or the server has cleared away what was over.
        const isGone = failure instanceof ApiError && failure.code === 404;
        after(againMs, isGone ? begin : ask);
      }
    };
    void begin();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, []);
  return code;
}
