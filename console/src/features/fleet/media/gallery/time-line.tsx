import type { FamilyKey } from "@tracewater/contract/fleet/families";
import { countPictures } from "@tracewater/contract/fleet/media";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../../api/use-api.ts";
import { formatDay } from "../../../../kit/moment.ts";

const dayMs = 86_400_000;
const days = 60;
const heightPx = 44;

/** Pictures of each of the last 60 days as bars; those that did not come are on top in the colour of a fault. */
export function TimeLine({ params }: { params: { family: FamilyKey; id: number } }) {
  const { t } = useTranslation("fleet-media");
  const { data, dataUpdatedAt } = useApi(countPictures, { params }, { handled: true });
  if (data === undefined) return <div className="media-days loading-bar" />;
  const known = new Map(data.data.map((day) => [day.day, day]));
  const shown = Array.from({ length: days }, (_, n) => {
    const day = formatDay(dataUpdatedAt - (days - 1 - n) * dayMs);
    return known.get(day) ?? { day, stored: 0, failed: 0 };
  });
  const max = Math.max(1, ...shown.map((day) => day.stored + day.failed));
  const total = shown.reduce((sum, day) => sum + day.stored, 0);
  const failed = shown.reduce((sum, day) => sum + day.failed, 0);
  const height = (count: number) => (count === 0 ? 0 : Math.max(3, (count / max) * heightPx));
  return (
    <figure className="media-days" aria-label={t("days.label", { count: total, total, failed })}>
      <div className="media-days-bars" aria-hidden="true">
        {shown.map((day) => (
          <span
            key={day.day}
            className="media-day"
            title={t("days.day", { day: day.day, stored: day.stored, failed: day.failed })}
          >
            <i className="media-day-failed" style={{ height: height(day.failed) }} />
            <i className="media-day-stored" style={{ height: height(day.stored) }} />
          </span>
        ))}
      </div>
      <figcaption className="media-line record-quiet">
        <span>{shown[0]?.day}</span>
        <span>{t("days.label", { count: total, total, failed })}</span>
        <span>{shown.at(-1)?.day}</span>
      </figcaption>
    </figure>
  );
}
