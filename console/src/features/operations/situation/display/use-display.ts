/** The life of a display: paired, running by what the server says it shows, and unpaired again. */
import { getSituation } from "@tracewater/contract/operations/situation";
import { type DisplayScreen, reportDisplay } from "@tracewater/contract/system/displays";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ApiError } from "../../../../api/api-error.ts";
import { callApi } from "../../../../api/call-api.ts";
import { onConnection, readConnection } from "../../../../api/connection.ts";
import { answeredAt, forgetAnswers, keepAnswers } from "../../../../api/kept-answers.ts";
import { startLive, useLive } from "../../../../api/live.ts";
import { actAs } from "../../../../api/session.ts";
import { callAsDisplay, type DisplayToken, keepDisplay, readDisplay } from "../../../../api/token.ts";
import { changeUserChoices } from "../../../../api/user-choices.ts";
import { formatMinute } from "../../../../kit/moment.ts";
import { siteConfig } from "../../../../kit/site-config.ts";
import { forgetShown, keepShown, readShown, reloadFor, type Shown, sessionOf } from "./display-memory.ts";
import { createHeapGuard } from "./heap-guard.ts";
import { heapMb, measureFrames } from "./measure-frames.ts";
import { isReloadDue } from "./nightly-reload.ts";
import { shownCalls } from "./shown-calls.ts";

const reportMs = 60_000;

export type DisplayRun =
  | { state: "unpaired"; name: string | null }
  | { state: "starting"; name: string }
  | { state: "running"; shown: Shown };

export function useDisplay(screen: DisplayScreen | null) {
  const [paired, setPaired] = useState<DisplayToken | null>(pairedNow);
  const [shown, setShown] = useState<Shown | null>(null);
  const show = (next: Shown) => {
    const { mapTheme, demoMode } = next;
    const session = sessionOf(next);
    actAs(session);
    changeUserChoices(session.user.userName, { mapTheme, demoMode, polygonHighlight: true });
    setShown(next);
  };
  const end = () => {
    keepDisplay({ token: "", name: shown?.name ?? paired?.name ?? "" });
    forgetShown();
    void forgetAnswers();
    callAsDisplay(null);
    // The stream ends with its token.
    startLive();
    actAs(null);
    setPaired(null);
    setShown(null);
  };
  useReports(paired, {
    screen,
    onShown(next) {
      keepShown(next);
      if (paired !== null) keepDisplay({ ...paired, name: next.name });
      show(next);
    },
    onKept: show,
    onEnd: end,
  });
  const run: DisplayRun =
    paired === null
      ? { state: "unpaired", name: readDisplay()?.name ?? null }
      : shown === null
        ? { state: "starting", name: paired.name }
        : { state: "running", shown };
  return {
    run,
    take(next: DisplayToken) {
      keepDisplay(next);
      setPaired(next);
    },
  };
}

type Reports = {
  screen: DisplayScreen | null;
  onShown: (shown: Shown) => void;
  /** What was shown before, until the server answers. */
  onKept: (shown: Shown) => void;
  onEnd: () => void;
};

/** Reports at once, every minute, and when a server that was away is back: that may be a newer one. */
function useReports(paired: DisplayToken | null, { screen, onShown, onKept, onEnd }: Reports): void {
  /** Whether the server has answered since the page began; began without one, its worker could not start either. */
  const met = useRef<"not yet" | "missed" | "yes">("not yet");
  const [isBloated] = useState(createHeapGuard);
  const report = useEffectEvent(async (framesPerSecond: number | null) => {
    const body = { ...reportOf(screen), framesPerSecond };
    try {
      const { data } = await callApi(reportDisplay, { body }, { silent: true, withToken: true });
      if (isBloated(body.heapMb, performance.now())) return location.reload();
      if (reloadFor(data.build, met.current === "missed")) return;
      met.current = "yes";
      if (isReloadDue(formatMinute(Date.now()), performance.now(), data.displayId)) return location.reload();
      onShown(data);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      if (failure.code === 401) onEnd();
      else if (met.current === "not yet") met.current = "missed";
    }
  });
  const kept = useEffectEvent(onKept);
  const token = paired?.token ?? null;
  useEffect(() => {
    if (token === null) return;
    let gone = false;
    callAsDisplay(token);
    void keepAnswers(shownCalls).then(() => {
      const before = readShown();
      if (gone) return;
      if (before !== null) kept(before);
      startLive();
      void report(null);
    });
    const timer = setInterval(() => void measureFrames().then((measured) => report(measured)), reportMs);
    const leave = onConnection(() => {
      if (readConnection() === "back") void report(null);
    });
    return () => {
      gone = true;
      clearInterval(timer);
      leave();
    };
  }, [token]);
  useLive([], (event) => {
    if (event.type === "sessionEnded" && token !== null) void report(null);
  });
}

function pairedNow(): DisplayToken | null {
  const kept = readDisplay();
  return kept === null || kept.token === "" ? null : kept;
}

function reportOf(screen: DisplayScreen | null) {
  const answered = answeredAt([getSituation]);
  return {
    ...{ screen, heapMb: heapMb(), build: siteConfig.build },
    // In pixels of the device.
    width: Math.round(innerWidth * devicePixelRatio),
    height: Math.round(innerHeight * devicePixelRatio),
    dataAgeS: answered === null ? null : Math.max(0, Math.round((Date.now() - answered) / 1000)),
  };
}
