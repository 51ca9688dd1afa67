import "../../../resource/record.css";
import "./quality.css";
import { type AnalyticalBatch, listAssayBatches } from "@tracewater/contract/laboratory/analytical-batches";
import { type InstrumentEvent, listInstrumentEvents } from "@tracewater/contract/laboratory/instrument-runs";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useApi } from "../../../api/use-api.ts";
import { useOpenDevice } from "../../../device/use-device.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { State } from "../../../kit/state.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { InstrumentEventCard, useInstrumentEventColumns } from "./instrument-event-columns.tsx";
import { AnalyticalBatchRowCard, useAnalyticalBatchColumns } from "./quality-columns.tsx";

/** The runs of one mass spectrometer: its sequence now, its batches, and what it reported of them. */
export default function InstrumentRunsPage() {
  return (
    <PermittedPage to="laboratory:batch:list">
      <div className="record-stack">
        <SequenceCard />
        <RunList />
        <EventList />
      </div>
    </PermittedPage>
  );
}

function SequenceCard() {
  const { t } = useTranslation("laboratory-quality");
  const { latest } = useOpenDevice().device;
  const readingOf = (identifier: string) => latest[identifier]?.value ?? null;
  const textOf = (identifier: string) => {
    const value = readingOf(identifier);
    return value === null || value === "" ? "—" : String(value);
  };
  const momentOf = (identifier: string) => {
    const value = Number(readingOf(identifier));
    return Number.isFinite(value) && value > 0 ? formatMoment(value) : "—";
  };
  const isLocked = Number(readingOf("sequenceLocked")) === 1;
  const lock =
    readingOf("sequenceLocked") === null ? (
      "—"
    ) : (
      <State tone={isLocked ? "warn" : "off"} label={t(isLocked ? "run.locked" : "run.unlocked")} />
    );
  const facts = [
    [t("run.sequence"), textOf("sequence")],
    [t("run.lock"), lock],
    [t("run.injection"), `${textOf("injection")} / ${textOf("injections")}`],
    [t("run.sample"), textOf("sampleName")],
    [t("run.method"), textOf("method")],
    [t("run.tuned"), momentOf("tunedAt")],
    [t("run.qualified"), momentOf("qualifiedAt")],
    [t("run.model"), textOf("instrument")],
  ] as const;
  return (
    <Card title={t("run.now")} hint={t("run.nowHint")}>
      <dl className="record-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function RunList() {
  const { t } = useTranslation("laboratory-quality");
  const { device_name: deviceName = "" } = useParams();
  const { filters, change } = useUrlFilters([]);
  const { page, size } = filters;
  const query = { deviceName, pageNum: page, pageSize: size };
  // All of them are of this instrument, and most were added by it.
  const columns = useAnalyticalBatchColumns().filter(({ id }) => id !== "instrument" && id !== "madeBy");
  const found = useApi(listAssayBatches, { query }, { keepPrevious: true, handled: true });
  return (
    <Card flush className="record-rows" title={t("run.batches")} hint={t("run.batchesHint")}>
      <QueryRows<AnalyticalBatch>
        found={found}
        id="instrument_batch"
        columns={columns}
        rowKey={(row) => String(row.batchId)}
        empty={<EmptyState title={t("run.none")} text={t("run.noneText")} />}
        cards={(row) => <AnalyticalBatchRowCard row={row} />}
        page={page}
        size={size}
        onPage={(next, nextSize) => change({ page: next, size: nextSize })}
      />
    </Card>
  );
}

function EventList() {
  const { t } = useTranslation("laboratory-quality");
  const { device_name: deviceName = "" } = useParams();
  const [{ page, size }, setPage] = useState({ page: 1, size: 10 });
  const query = { deviceName, pageNum: page, pageSize: size };
  const found = useApi(listInstrumentEvents, { query }, { keepPrevious: true, handled: true });
  return (
    <Card flush className="record-rows" title={t("event.title")} hint={t("event.hint")}>
      <QueryRows<InstrumentEvent>
        found={found}
        id="instrument_event"
        columns={useInstrumentEventColumns()}
        rowKey={(row) => String(row.id)}
        empty={<EmptyState title={t("event.none")} text={t("event.noneText")} />}
        cards={(row) => <InstrumentEventCard row={row} />}
        page={page}
        size={size}
        onPage={(next, nextSize) => setPage({ page: next, size: nextSize })}
      />
    </Card>
  );
}
