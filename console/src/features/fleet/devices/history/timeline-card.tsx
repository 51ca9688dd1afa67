import {
  listDeviceTimeline,
  type TimelineEntry,
  type TimelineTopic,
  timelineTopic,
} from "@tracewater/contract/fleet/device-lifecycle";
import Select from "antd/es/select";
import {
  ArrowLeftRight,
  Bell,
  CircleCheck,
  Cpu,
  KeyRound,
  type LucideIcon,
  MapPin,
  Plug,
  Power,
  QrCode,
  Replace,
  TriangleAlert,
  Unplug,
} from "lucide-react";
import { useState } from "react";
import { useApi } from "../../../../api/use-api.ts";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import type { OpenDevice } from "../../../../device/use-device.ts";
import { useProduct } from "../../../../device/use-device.ts";
import { Card } from "../../../../kit/card.tsx";
import { Pager } from "../../../../kit/data-table/pager.tsx";
import { ErrorBox } from "../../../../kit/error-box.tsx";
import { Loading } from "../../../../kit/loading.tsx";
import { formatMoment } from "../../../../kit/moment.ts";
import { describeEntry } from "./describe-entry.ts";

const icons: Record<TimelineEntry["kind"], LucideIcon> = {
  registered: CircleCheck,
  claimed: QrCode,
  moved: ArrowLeftRight,
  pointBound: MapPin,
  pointUnbound: MapPin,
  secretReset: KeyRound,
  labelMade: QrCode,
  enabled: Power,
  disabled: Power,
  retired: Power,
  restored: Power,
  replaced: Replace,
  replacedOther: Replace,
  firmware: Cpu,
  upgradeFailed: Cpu,
  alarmRaised: Bell,
  alarmCleared: Bell,
  connected: Plug,
  takenOver: ArrowLeftRight,
  disconnected: Unplug,
  alert: TriangleAlert,
  error: TriangleAlert,
};

/** What happened to a device, newest first. */
export function TimelineCard({ open }: { open: OpenDevice }) {
  const texts = useDeviceTexts();
  const { t } = texts;
  const [topic, setTopic] = useState<TimelineTopic | "all">("all");
  const [page, setPage] = useState({ pageNum: 1, pageSize: 10 });
  const { id, productId } = open.device;
  const model = useProduct(productId).data?.data.model;
  const query = { ...page, ...(topic === "all" ? {} : { topic }) };
  const { data, error, refetch } = useApi(
    listDeviceTimeline,
    { params: { id }, query },
    { keepPrevious: true, everyMs: 30_000 },
  );
  const choice = (
    <Select
      aria-label={t("timeline.topics")}
      value={topic}
      popupMatchSelectWidth={false}
      onChange={(next) => {
        setTopic(next);
        setPage({ ...page, pageNum: 1 });
      }}
      options={(["all", ...timelineTopic.options] as const).map((value) => ({
        value,
        label: t(`timeline.topic.${value}`),
      }))}
    />
  );
  return (
    <Card title={t("timeline.title")} extra={choice} className="timeline-card">
      {data === undefined ? (
        error === null ? (
          <Loading lines={5} />
        ) : (
          <ErrorBox error={error} onRetry={() => void refetch()} />
        )
      ) : data.rows.length === 0 ? (
        <p className="device-quiet">{t("timeline.none")}</p>
      ) : (
        <ol className="timeline">
          {data.rows.map((entry) => {
            const Icon = icons[entry.kind];
            const described = describeEntry(entry, model, texts);
            return (
              <li key={entry.id} data-kind={entry.kind}>
                <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
                <span className="timeline-text">
                  <strong>{described.title}</strong>
                  {described.detail === "" ? null : <span>{described.detail}</span>}
                </span>
                <span className="timeline-when">
                  <time>{formatMoment(entry.at)}</time>
                  {entry.actor === "" ? null : <span>{entry.actor}</span>}
                </span>
              </li>
            );
          })}
        </ol>
      )}
      <Pager
        total={data?.total ?? null}
        page={page.pageNum}
        size={page.pageSize}
        onChange={(pageNum, pageSize) => setPage({ pageNum, pageSize })}
      />
    </Card>
  );
}
