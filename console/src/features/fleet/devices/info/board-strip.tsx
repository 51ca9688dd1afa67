import type { ProductModel } from "@tracewater/contract/fleet/products";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { type Latest, numberOf } from "../../../../device/families/family-config.ts";
import { optionsOf } from "../../../../device/values.ts";
import { formatNumber } from "../../../../kit/number.ts";
import { State, type Tone } from "../../../../kit/state.tsx";

const tones: Readonly<Record<string, Tone>> = {
  positive: "critical",
  negative: "ok",
  invalid: "warn",
  outOfRange: "warn",
  expiredLot: "warn",
};

/** The board that was read last: its control line, and its test line as dark as T over C. */
export function BoardStrip({ latest, model }: { latest: Latest; model: ProductModel | undefined }) {
  const { t, labelOf } = useDeviceTexts();
  const ratio = numberOf(latest["lastRatio"]);
  const concentration = numberOf(latest["lastConcentration"]);
  const outcome = optionsOf(model, "lastOutcome").find((one) => one.value === latest["lastOutcome"]?.value);
  const tone = outcome === undefined ? undefined : tones[outcome.key];
  const isRead = tone !== undefined && ratio !== null;
  const weak = outcome?.key === "invalid" ? 0.14 : 1;
  return (
    <div className="drawing">
      <svg
        className="board"
        viewBox="0 0 240 76"
        role="img"
        aria-label={
          isRead ? t("drawing.boardRead", { ratio: formatNumber(ratio, 3) }) : t("drawing.boardNone")
        }
      >
        <rect className="board-case" x="1" y="1" width="238" height="74" rx="10" />
        <rect className="board-window" x="26" y="18" width="188" height="40" rx="3" />
        {isRead ? (
          <>
            <rect className="board-line" x="84" y="18" width="7" height="40" opacity={0.85 * weak} />
            <rect
              className="board-line"
              x="150"
              y="18"
              width="7"
              height="40"
              opacity={Math.min(0.95, 0.85 * weak * ratio)}
            />
          </>
        ) : null}
        <text className="board-mark" x="87.5" y="14">
          C
        </text>
        <text className="board-mark" x="153.5" y="14">
          T
        </text>
      </svg>
      {tone !== undefined && outcome !== undefined ? (
        <State tone={tone} shape="disc" label={labelOf(outcome)} variant="tag" />
      ) : (
        <span className="drawing-quiet">{t("drawing.boardNone")}</span>
      )}
      <dl className="drawing-facts">
        <div>
          <dt>T/C</dt>
          <dd>{isRead ? formatNumber(ratio, 3) : "—"}</dd>
        </div>
        <div>
          <dt>{t("drawing.concentration")}</dt>
          <dd>{isRead && concentration !== null ? `${formatNumber(concentration, 2)} ng/mL` : "—"}</dd>
        </div>
      </dl>
      {outcome?.key === "positive" ? <p className="drawing-note">{t("drawing.presumptive")}</p> : null}
    </div>
  );
}
