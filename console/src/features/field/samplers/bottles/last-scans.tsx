import {
  type BottleEntry,
  type EntryState,
  listBottleEntries,
} from "@tracewater/contract/field/sampler-bottles";
import type { DeviceDetail } from "@tracewater/contract/fleet/devices";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../../api/use-api.ts";
import { Card } from "../../../../kit/card.tsx";
import { ErrorBox } from "../../../../kit/error-box.tsx";
import { Loading } from "../../../../kit/loading.tsx";
import { formatClock, formatMoment } from "../../../../kit/moment.ts";
import { State, type Tone } from "../../../../kit/state.tsx";
import { slotName } from "../../../../pickers/bottles/slot-look.ts";

const tones: Record<EntryState, Tone> = {
  waiting: "info",
  entered: "ok",
  refused: "critical",
  failed: "critical",
  unanswered: "warn",
};

/** What was scanned last, and what became of it. */
export function LastScans({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation("field-samplers");
  const query = { deviceName: device.deviceName, pageNum: 1, pageSize: 8 };
  const { data, error, refetch } = useApi(listBottleEntries, { query }, { handled: true });
  return (
    <Card title={t("scans.title")} className="last-scans">
      {error !== null && data === undefined ? (
        <ErrorBox error={error} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined && error === null ? <Loading lines={4} /> : null}
      {data?.rows.length === 0 ? <p className="sampler-quiet">{t("scans.none")}</p> : null}
      <ul className="scan-lines">
        {(data?.rows ?? []).map((entry) => (
          <ScanLine key={entry.entryId} entry={entry} />
        ))}
      </ul>
    </Card>
  );
}

function ScanLine({ entry }: { entry: BottleEntry }) {
  const { t } = useTranslation("field-samplers");
  return (
    <li>
      <time className="num" title={formatMoment(entry.at)}>
        {formatClock(entry.at)}
      </time>
      <span className="code">{entry.code}</span>
      <span className="scan-where">{t(`scans.${entry.part}`, { slot: slotName(entry.slot) })}</span>
      <State tone={tones[entry.state]} label={t(`scans.state.${entry.state}`)} />
      {entry.reason === null ? null : <span className="scan-reason">{entry.reason}</span>}
    </li>
  );
}
