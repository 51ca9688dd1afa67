import type { BulkCommand } from "@tracewater/contract/fleet/bulk-commands";
import { useDeviceTexts } from "../../../../device/device-texts.ts";

/** How far a batch has come: what went well, what went wrong, what is on its way; the rest waits. */
export function BulkCommandProgress({ batch }: { batch: BulkCommand }) {
  const { t } = useDeviceTexts();
  const { counts, total } = batch;
  const bad = counts.failed + counts.timedOut;
  const gone = counts.expired + counts.cancelled;
  const underway = counts.sent + counts.acknowledged;
  const ended = counts.replied + bad + gone;
  const width = (count: number) => ({ inlineSize: `${total === 0 ? 0 : (count / total) * 100}%` });
  return (
    <span className="batch-progress">
      <span
        className="batch-bar"
        role="progressbar"
        aria-label={t("batch.progress")}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={ended}
      >
        <i className="batch-ok" style={width(counts.replied)} />
        <i className="batch-bad" style={width(bad)} />
        <i className="batch-gone" style={width(gone)} />
        <i className="batch-underway" style={width(underway)} />
      </span>
      <span className="batch-figures">{t("batch.figures", { ended, total, bad })}</span>
    </span>
  );
}
