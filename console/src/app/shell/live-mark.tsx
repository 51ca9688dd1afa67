import { useTranslation } from "react-i18next";
import { isAway, useConnection } from "../../api/connection.ts";
import { useLiveState } from "../../api/live.ts";
import { formatMoment } from "../../kit/moment.ts";
import { State } from "../../kit/state.tsx";

const looks = {
  live: { tone: "ok", shape: "disc" },
  connecting: { tone: "info", shape: "ring" },
  lost: { tone: "warn", shape: "half" },
} as const;

/** Whether what is shown follows the devices by itself. */
export function LiveMark() {
  const { t } = useTranslation("app");
  const live = useLiveState();
  const away = isAway(useConnection());
  const { since } = live;
  // A line that broke is noticed late by itself; what is known of the server is known at once.
  const state = away && live.state === "live" ? "lost" : live.state;
  const look = looks[state];
  return (
    <span className="live-mark">
      <State
        tone={look.tone}
        shape={look.shape}
        label={t(`live.${state}`)}
        title={t("live.since", { state: t(`live.${state}`), time: formatMoment(since) })}
      />
    </span>
  );
}
