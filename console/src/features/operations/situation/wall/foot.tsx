import { useTranslation } from "react-i18next";
import { changeUserChoices, mapThemes, useUserChoices } from "../../../../api/user-choices.ts";
import { formatNumber } from "../../../../kit/number.ts";
import { useNow } from "../../../../kit/ticking.ts";
import { demoMs } from "../demo-order.ts";
import type { DemoWalk } from "../use-demo.ts";
import { radiusOf } from "./map-features.ts";

/** The legend of the map: area for load, shape for trend. */
export function Legend({ reference }: { reference: number | null }) {
  const { t } = useTranslation("operations-situation");
  const sizes = reference === null ? [] : [1, 0.33, 0.07].map((part) => rounded(reference * part));
  return (
    <footer className="wall-legend">
      {reference === null ? null : (
        <span className="wall-sizes">
          <svg viewBox="0 0 52 52" aria-hidden="true">
            {sizes.map((load) => {
              const r = radiusOf(load, reference);
              return <circle key={load} cx="26" cy={50 - r} r={r} fill="none" stroke="currentColor" />;
            })}
          </svg>
          {sizes.map((load) => formatNumber(load)).join(", ")} {t("wall.unit")}
        </span>
      )}
      {(["rising", "stable", "falling", "loq", "none"] as const).map((kind) => (
        <span key={kind}>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <LegendMark kind={kind} />
          </svg>
          {t(`legend.${kind}`)}
        </span>
      ))}
    </footer>
  );
}

const rounded = (value: number) => Number(value.toPrecision(1));

function LegendMark({ kind }: { kind: "rising" | "stable" | "falling" | "loq" | "none" }) {
  const line = { cx: 10, cy: 10, fill: "none", stroke: "currentColor" };
  if (kind === "none") return <circle {...line} r="3.2" strokeWidth="1.4" />;
  if (kind === "loq")
    return (
      <>
        <circle {...line} r="5" strokeWidth="1.6" />
        <path d="M7 10h6" stroke="currentColor" strokeWidth="1.6" />
      </>
    );
  if (kind === "stable") return <circle cx="10" cy="10" r="6" fill="currentColor" />;
  return (
    <>
      <circle {...line} r={kind === "rising" ? 9 : 7} strokeWidth={kind === "rising" ? 1.6 : 2.4} />
      <circle cx="10" cy="10" r={kind === "rising" ? 5.5 : 3} fill="currentColor" />
    </>
  );
}

/** What is remembered for this user: theme, demo mode, highlighted catchments. */
export function Choices(props: {
  userName: string;
  demo: DemoWalk;
  hasAreas: boolean;
  toggleAreas: () => void;
  onExport: () => void;
  /** Empty where the next stop is not known yet. */
  nextName: string;
}) {
  const { userName, demo } = props;
  const { t } = useTranslation("operations-situation");
  const app = useTranslation("app").t;
  const choices = useUserChoices(userName);
  const nextTheme = mapThemes[(mapThemes.indexOf(choices.mapTheme) + 1) % mapThemes.length] ?? mapThemes[0];
  const toggle = (name: "demoMode" | "polygonHighlight") =>
    changeUserChoices(userName, { [name]: !choices[name] });
  return (
    <footer className="wall-choices">
      {demo.part === null ? null : <DemoFoot demo={demo} nextName={props.nextName} />}
      <button type="button" aria-pressed={choices.demoMode} onClick={() => toggle("demoMode")}>
        {t("demo")}
      </button>
      <button
        type="button"
        aria-pressed={choices.polygonHighlight}
        onClick={() => toggle("polygonHighlight")}
      >
        {t("wall.highlight")}
      </button>
      <button type="button" aria-pressed={props.hasAreas} onClick={props.toggleAreas}>
        {t("areas.toggle")}
      </button>
      <button type="button" aria-pressed={demo.state.isShowEchart} onClick={demo.toggleCharts}>
        {t("chart")}
      </button>
      <button type="button" onClick={props.onExport}>
        {t("story.export")}
      </button>
      <button type="button" onClick={() => changeUserChoices(userName, { mapTheme: nextTheme })}>
        {app(`mapTheme.${choices.mapTheme}`)}
      </button>
    </footer>
  );
}

function DemoFoot({ demo, nextName }: { demo: DemoWalk; nextName: string }) {
  const { t } = useTranslation("operations-situation");
  const leftMs = Math.max(0, demo.until - useNow());
  const left = Math.ceil(leftMs / 1000);
  const wholeMs = demo.part === null ? 1 : demoMs[demo.part];
  return (
    <span className="wall-demo">
      {demo.part === "pause"
        ? t("wall.paused", { seconds: left })
        : t("wall.nextIn", { seconds: left, name: nextName })}
      <i style={{ width: `${Math.min(100, (100 * leftMs) / wholeMs)}%` }} />
    </span>
  );
}
