/** The list of screens: a live line and a preview of each, rotation with times, number keys. */
import "./situation.css";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "../../../api/session.ts";
import { changeUserChoices, mapThemes, useUserChoices } from "../../../api/user-choices.ts";
import { useRouteTitle } from "../../../kit/route-metadata.tsx";
import { followingScreen, keepRotation, mayRotate, readRotation, secondsChoices } from "./rotation.ts";
import { ScreenPart } from "./screen-parts.tsx";
import { listedScreens, type ScreenUrl } from "./screens.ts";
import { useLiveLines } from "./use-live-lines.ts";
import { Screen, type Stage } from "./wall/screen.tsx";
import { Brand, Clock } from "./wall/top.tsx";

export default function SituationPage() {
  const title = useRouteTitle();
  const [shown, setShown] = useState<ScreenUrl>("/visual/situation");
  const { userName, seconds, isRotating, toggle, change } = useRotation(shown, setShown);
  useKeys({
    shown,
    userName,
    onShow: setShown,
    onRotate: toggle,
    onLeave: () => location.assign("/index"),
    isRotating,
  });
  if (isRotating)
    return (
      <div className="situation-rotating page-frame">
        <ScreenPart key={shown} url={shown} />
      </div>
    );
  return (
    <Screen label={title}>
      {(stage) => (
        <>
          <Brand screen={title} />
          <div className="screen-clock">
            <Clock />
          </div>
          <ScreenList {...{ shown, seconds, onShow: setShown, onSeconds: change }} />
          <Preview stage={stage} shown={shown} userName={userName} onRotate={toggle} />
        </>
      )}
    </Screen>
  );
}

/** Space turns it on and off; each screen stays for its seconds. */
function useRotation(shown: ScreenUrl, onShow: (url: ScreenUrl) => void) {
  const userName = useSession()?.user.userName ?? "";
  const [seconds, setSeconds] = useState(() => readRotation(userName));
  const [isRotating, setRotating] = useState(false);
  const turn = useEffectEvent(() => {
    const next = followingScreen(shown, seconds);
    if (next === null) setRotating(false);
    else onShow(next);
  });
  const staysMs = (seconds[shown] || 1) * 1000;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen has a time of its own
  useEffect(() => {
    if (!isRotating) return;
    const timer = setInterval(turn, staysMs);
    return () => clearInterval(timer);
  }, [isRotating, shown, staysMs]);
  return {
    ...{ userName, seconds, isRotating },
    toggle: () => setRotating((now) => !now && followingScreen(shown, seconds) !== null),
    change(url: ScreenUrl, value: number) {
      const next = { ...seconds, [url]: value };
      setSeconds(next);
      keepRotation(userName, next);
    },
  };
}

function useKeys(props: {
  shown: ScreenUrl;
  userName: string;
  isRotating: boolean;
  onShow: (url: ScreenUrl) => void;
  onRotate: () => void;
  onLeave: () => void;
}) {
  const { mapTheme } = useUserChoices(props.userName);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement;
    const isOnButton = event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const chosen = listedScreens[Number(event.key) - 1];
    if (chosen !== undefined && !props.isRotating) props.onShow(chosen.url);
    if (event.key === " " && !isOnButton) {
      event.preventDefault();
      props.onRotate();
    }
    if (event.key === "Enter" && !isOnButton) location.assign(props.shown);
    if (event.key === "Escape") (props.isRotating ? props.onRotate : props.onLeave)();
    if (event.key.toLowerCase() === "t" && !props.isRotating) {
      const next = mapThemes[(mapThemes.indexOf(mapTheme) + 1) % mapThemes.length] ?? mapTheme;
      changeUserChoices(props.userName, { mapTheme: next });
    }
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

function ScreenList(props: {
  shown: ScreenUrl;
  seconds: Readonly<Record<ScreenUrl, number>>;
  onShow: (url: ScreenUrl) => void;
  onSeconds: (url: ScreenUrl, seconds: number) => void;
}) {
  const { t } = useTranslation("operations-situation");
  const words = useTranslation("app").t;
  const lines = useLiveLines();
  return (
    <nav className="screen-list" aria-label={t("screens")}>
      {listedScreens.map(({ url, title }, at) => (
        <div
          key={url}
          className="screen-entry"
          data-shown={url === props.shown ? "yes" : undefined}
          data-off={props.seconds[url] === 0 ? "yes" : undefined}
        >
          <span className="screen-number">{at + 1}</span>
          <a href={url} onPointerEnter={() => props.onShow(url)} onFocus={() => props.onShow(url)}>
            {words(title)}
          </a>
          <span className="wall-second">{lines[url] ?? ""}</span>
          {mayRotate(url) ? (
            <select
              aria-label={t("list.stays", { screen: words(title) })}
              value={props.seconds[url]}
              onChange={(event) => props.onSeconds(url, Number(event.target.value))}
            >
              {secondsChoices.map((value) => (
                <option key={value} value={value}>
                  {value === 0 ? t("list.off") : t("list.seconds", { count: value })}
                </option>
              ))}
            </select>
          ) : (
            <span className="wall-second">{t("list.off")}</span>
          )}
        </div>
      ))}
    </nav>
  );
}

/** The screen itself at half size, and what the keys do. */
function Preview(props: { stage: Stage; shown: ScreenUrl; userName: string; onRotate: () => void }) {
  const { t } = useTranslation("operations-situation");
  const app = useTranslation("app").t;
  const { mapTheme } = useUserChoices(props.userName);
  return (
    <aside className="screen-preview">
      <div className="screen-frame" aria-hidden="true" inert>
        <ScreenPart key={props.shown} url={props.shown} />
      </div>
      <code>{props.shown}</code>
      <fieldset className="screen-themes" aria-label={t("list.theme")}>
        {mapThemes.map((theme) => (
          <button
            key={theme}
            type="button"
            aria-pressed={theme === mapTheme}
            onClick={() => changeUserChoices(props.userName, { mapTheme: theme })}
          >
            {app(`mapTheme.${theme}`)}
          </button>
        ))}
      </fieldset>
      <p className="screen-keys">
        <kbd>1</kbd> – <kbd>{listedScreens.length}</kbd> {t("list.show")} <kbd>Enter</kbd> {t("list.open")}{" "}
        <button type="button" onClick={props.onRotate}>
          <kbd>Space</kbd> {t("list.rotate")}
        </button>{" "}
        <kbd>T</kbd> {t("list.theme")} <kbd>Esc</kbd> {t("list.leave")}
      </p>
    </aside>
  );
}
