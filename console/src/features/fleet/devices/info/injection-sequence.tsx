import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { type Latest, numberOf } from "../../../../device/families/family-config.ts";

const maxDrawn = 208;

/** A sequence as its injections: those done, the one that runs, those to come. */
export function InjectionSequence({ latest }: { latest: Latest }) {
  const { t } = useDeviceTexts();
  const now = numberOf(latest["injection"]) ?? 0;
  const count = numberOf(latest["injections"]) ?? 0;
  const name = latest["sampleName"]?.value;
  const sequence = latest["sequence"]?.value;
  if (count === 0) {
    return (
      <p className="drawing-quiet">
        {typeof sequence === "string" && sequence !== ""
          ? t("drawing.sequenceLast", { name: sequence })
          : t("drawing.sequenceNone")}
      </p>
    );
  }
  return (
    <div className="drawing">
      <div className="injections" role="img" aria-label={t("drawing.injectionOf", { now, count })}>
        {Array.from({ length: Math.min(count, maxDrawn) }, (_, place) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: an injection is its place in the sequence
            key={place}
            className={place + 1 < now ? "injection-done" : place + 1 === now ? "injection-now" : ""}
          />
        ))}
      </div>
      <dl className="drawing-facts">
        <div>
          <dt>{t("drawing.injection")}</dt>
          <dd>
            {now} / {count}
          </dd>
        </div>
        <div>
          <dt>{t("drawing.sample")}</dt>
          <dd>{typeof name === "string" && name !== "" ? name : "—"}</dd>
        </div>
      </dl>
    </div>
  );
}
