/** The page of a display: its digits while it is not paired, then its screens in turn. It never asks anybody to log in. */
import "./display.css";
import type { DisplayScreen } from "@tracewater/contract/system/displays";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DisplayToken } from "../../../../api/token.ts";
import { siteConfig } from "../../../../kit/site-config.ts";
import { ScreenPart } from "../screen-parts.tsx";
import { Screen } from "../wall/screen.tsx";
import { Brand } from "../wall/top.tsx";
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
  return <Turns {...run.shown} shown={screen} onShow={setScreen} />;
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
