import "./notices.css";
import { useTranslation } from "react-i18next";

/** A skeleton of so many lines. */
export function Loading(props: { lines?: number }) {
  const { t } = useTranslation("kit");
  const widths = ["38%", "92%", "76%", "84%", "58%", "88%"];
  return (
    <div className="loading" role="status" aria-label={t("loading")}>
      {Array.from({ length: props.lines ?? 5 }, (_, line) => widths[line % widths.length]).map(
        (width, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity
          <span key={line} className="loading-bar" style={{ width }} />
        ),
      )}
    </div>
  );
}
