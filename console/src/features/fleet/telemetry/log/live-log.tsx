import type { ProductModel } from "@tracewater/contract/fleet/products";
import Button from "antd/es/button";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { ListFilter, Pause, Play } from "lucide-react";
import { memo, useDeferredValue, useMemo, useState } from "react";
import { summaryLabels } from "../../../../device/command-form/command-labels.ts";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { type LogEntry, logKinds, matchesFilter } from "../../../../device/messages/log-entry.ts";
import {
  changedBy,
  type KnownValues,
  type Severity,
  severityOf,
  summarize,
} from "../../../../device/messages/log-summary.ts";
import { Card } from "../../../../kit/card.tsx";
import { EmptyState } from "../../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../../kit/error-box.tsx";
import { Loading } from "../../../../kit/loading.tsx";
import { StateMark } from "../../../../kit/state.tsx";
import { useNow } from "../../../../kit/ticking.ts";
import { LogRow } from "./log-row.tsx";
import { type LogKind, useLog } from "./use-log.ts";

/** What the device and the platform say to each other, newest first. */
export const LiveLog = memo(function LiveLog({ deviceId, model }: { deviceId: number; model: ProductModel }) {
  const { t } = useDeviceTexts();
  const [kind, setKind] = useState<LogKind>("all");
  const [filter, setFilter] = useState("");
  const log = useLog(deviceId, kind);
  const lines = useLines(log.entries, model, useDeferredValue(filter));
  return (
    <Card
      flush
      ruled
      className="log-card"
      title={t("log.title")}
      hint={<Rate entries={log.entries} paused={log.paused} />}
      extra={
        <Button
          icon={log.paused ? <Play size={14} /> : <Pause size={14} />}
          onClick={log.paused ? log.resume : log.pause}
        >
          {log.paused ? t("log.resume", { count: log.waiting }) : t("log.pause")}
        </Button>
      }
    >
      <LogSearch filter={filter} onFilter={setFilter} kind={kind} onKind={setKind} />
      {log.error === null ? null : <ErrorBox error={log.error} onRetry={() => void log.refetch()} />}
      {log.isPending ? <Loading lines={8} /> : null}
      {!log.isPending && log.error === null && lines.length === 0 ? (
        <EmptyState
          title={t(filter === "" ? "log.none" : "log.noMatch")}
          text={t(filter === "" ? "log.noneText" : "log.noMatchText")}
        />
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ol className="log-list" tabIndex={0} aria-label={t("log.title")}>
        {lines.map((line) => (
          <LogRow key={line.entry.key} entry={line.entry} summary={line.summary} severity={line.severity} />
        ))}
      </ol>
      <footer className="log-foot">
        <span>{t("log.count", { count: lines.length, total: Math.max(log.total, lines.length) })}</span>
        <span>{t(kind === "event" ? "log.keptEvents" : "log.kept")}</span>
      </footer>
    </Card>
  );
});

function LogSearch(props: {
  filter: string;
  onFilter: (filter: string) => void;
  kind: LogKind;
  onKind: (kind: LogKind) => void;
}) {
  const { t } = useDeviceTexts();
  return (
    <div className="log-search">
      <Input
        allowClear
        prefix={<ListFilter size={16} className="device-quiet" />}
        placeholder={t("log.filter")}
        aria-label={t("log.filter")}
        value={props.filter}
        onChange={(event) => props.onFilter(event.target.value)}
      />
      <Select<LogKind>
        aria-label={t("log.kinds")}
        value={props.kind}
        onChange={props.onKind}
        options={[
          { value: "all", label: t("log.allKinds") },
          ...logKinds.map((value) => ({ value, label: t(`log.kindName.${value}`) })),
        ]}
      />
    </div>
  );
}

type Line = { entry: LogEntry; summary: string; severity: Severity | null };

/** Each message is put into words once, and again only in another language or where an older one came after it. */
function useLines(entries: readonly LogEntry[], model: ProductModel, filter: string): Line[] {
  const texts = useDeviceTexts();
  const toLine = useMemo(() => {
    const speak = summaryLabels(model, texts);
    const lines = new WeakMap<LogEntry, Line & { changed: string }>();
    return (entry: LogEntry, names: readonly string[]) => {
      const changed = names.join();
      const kept = lines.get(entry);
      if (kept?.changed === changed) return kept;
      const summary = summarize(entry, speak, names);
      const line = { entry, summary, severity: severityOf(entry, model), changed };
      lines.set(entry, line);
      return line;
    };
  }, [model, texts]);
  return useMemo(() => {
    const known: KnownValues = new Map();
    // From the oldest on, each message is compared with what was reported before it.
    const lines = entries.toReversed().map((entry) => toLine(entry, changedBy(entry, known)));
    return lines.toReversed().filter((line) => matchesFilter(line.entry, line.summary, filter));
  }, [entries, toLine, filter]);
}

/** How many messages came in the last minute. */
function Rate({ entries, paused }: { entries: readonly LogEntry[]; paused: boolean }) {
  const { t } = useDeviceTexts();
  const now = useNow(5000);
  if (paused) return <span className="log-rate">{t("log.paused")}</span>;
  const count = entries.filter((entry) => entry.at > now - 60_000).length;
  return (
    <span className="log-rate">
      <StateMark tone="ok" /> {t("log.perMinute", { count })}
    </span>
  );
}
