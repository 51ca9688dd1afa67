/** The page of a display: its digits while it is not paired, then its screens in turn. It never asks anybody to log in. */
import "./display.css";
import type { DisplayScreen } from "@tracewater/contract/system/displays";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DisplayToken } from "../../../../api/token.ts";
import { formatMinute } from "../../../../kit/moment.ts";
import { siteConfig } from "../../../../kit/site-config.ts";
import { useNow } from "../../../../kit/ticking.ts";
import { ScreenPart } from "../screen-parts.tsx";
import { PhoneCode } from "../wall/phone-code.tsx";
import { Screen } from "../wall/screen.tsx";
import { Brand } from "../wall/top.tsx";
import { brightnessAt } from "./brightness.ts";
import type { Shown } from "./display-memory.ts";
import { useKeptPage, useWakeLock } from "./kept-running.ts";
import { useDisplay } from "./use-display.ts";
import { usePairing } from "./use-pairing.ts";

export function DisplayScreens() {
  const [screen, setScreen] = useState<DisplayScreen | null>(null);
  const { run, take } = useDisplay(screen);
  useWakeLock();
  useKeptPage();
  if (run.state === "unpaired") return <Unpaired name={run.name} onPaired={take} />;
  if (run.state === "starting") return <Starting name={run.name} />;
  return (
    <Panel shown={run.shown}>
      <Turns {...run.shown} shown={screen} onShow={setScreen} />
    </Panel>
  );
}

/** Dimmed by a veil of black, which costs no frame; an OLED panel is spared what never moves. */
function Panel({ shown, children }: { shown: Shown; children: ReactNode }) {
  const minute = formatMinute(useNow(10_000));
  const brightness = brightnessAt(minute, shown);
  const isOddHour = Number(minute.slice(0, 2)) % 2 === 1;
  const name = shown.isOled ? (isOddHour ? "display-oled display-oled-odd" : "display-oled") : "";
  return (
    <div className={name}>
      {children}
      {brightness === 1 ? null : <div className="display-dim" style={{ opacity: 1 - brightness }} />}
    </div>
  );
}

function Turns(props: {
  screens: readonly DisplayScreen[];
  seconds: number;
  shown: DisplayScreen | null;
  onShow: (screen: DisplayScreen) => void;
}) {
  const { screens, seconds, shown, onShow } = props;
  const at = shown === null ? -1 : screens.indexOf(shown);
  const now = screens[Math.max(0, at)] ?? "/visual/situation";
  const next = screens[(Math.max(0, at) + 1) % screens.length] ?? now;
  useEffect(() => {
    onShow(now);
    if (next === now) return;
    const timer = setTimeout(() => onShow(next), seconds * 1000);
    return () => clearTimeout(timer);
  }, [now, next, seconds, onShow]);
  return <ScreenPart key={now} url={now} />;
}

function Unpaired({ name, onPaired }: { name: string | null; onPaired: (display: DisplayToken) => void }) {
  const { t } = useTranslation("operations-situation");
  const code = usePairing(onPaired);
  const origin = siteConfig.publicUrl || location.origin;
  return (
    <Screen label={t("display.title")}>
      {() => (
        <div className="display-pairing">
          <Brand screen={t("display.title")} />
          {name === null || name === "" ? null : <h1>{name}</h1>}
          <p className="display-state" role="status">
            {t("display.notPaired")}
          </p>
          <p className="display-code" role="img" aria-label={t("display.digits", { code: code ?? "" })}>
            {code === null ? "··· ···" : `${code.slice(0, 3)} ${code.slice(3)}`}
          </p>
          <p>{t("display.howTo", { address: `${origin}/maintenance/display` })}</p>
          {code === null ? null : (
            <PhoneCode path={`/maintenance/display?pair=${code}`} label={t("display.pairByPhone")} />
          )}
        </div>
      )}
    </Screen>
  );
}

function Starting({ name }: { name: string }) {
  const { t } = useTranslation("operations-situation");
  return (
    <Screen label={t("display.title")}>
      {() => (
        <div className="display-pairing">
          <Brand screen={t("display.title")} />
          <h1>{name}</h1>
          <p role="status">{t("display.starting")}</p>
        </div>
      )}
    </Screen>
  );
}
