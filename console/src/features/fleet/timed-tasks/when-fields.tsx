import type { FamilyKey } from "@tracewater/contract/fleet/families";
import { previewTimedTask, type TimedTask } from "@tracewater/contract/fleet/timed-tasks";
import { timeZones } from "@tracewater/contract/time-zone";
import Input from "antd/es/input";
import Segmented from "antd/es/segmented";
import Select from "antd/es/select";
import { useDeferredValue, useId, useMemo } from "react";
import { useApi } from "../../../api/use-api.ts";
import { fromZonedInput, toZonedInput } from "../../../charts/zoned-input.ts";
import { FormRow } from "../../../device/command-form/param-input.tsx";
import { useDeviceTexts } from "../../../device/device-texts.ts";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { formatMoment } from "../../../kit/moment.ts";

/** When a task is due, as typed. */
export type WhenDraft = { kind: "cron" | "once"; cron: string; once: string; zone: string };

export function whenOf(task: TimedTask | null, zone: string): WhenDraft {
  if (task === null) return { kind: "cron", cron: "0 8 * * *", once: "", zone };
  const once = task.onceAt === null ? "" : toZonedInput(task.onceAt, task.zone);
  return {
    kind: task.onceAt === null ? "cron" : "once",
    cron: task.cronExpression ?? "0 8 * * *",
    once,
    zone: task.zone,
  };
}

/** As the call takes it; a moment that cannot be read is one that is over, and is refused at its field. */
export function readWhen(when: WhenDraft) {
  const { zone } = when;
  return when.kind === "cron"
    ? { cronExpression: when.cron, onceAt: null, zone }
    : { cronExpression: null, onceAt: fromZonedInput(when.once, zone) ?? 0, zone };
}

/** A schedule with what it means, or one moment; both in a zone that is named. */
export function WhenFields(props: {
  family: FamilyKey;
  when: WhenDraft;
  onChange: (when: WhenDraft) => void;
  refusalAt: (field: string) => string | null;
}) {
  const { when, refusalAt } = props;
  const { t } = useDeviceTexts();
  const ids = { kind: useId(), cron: useId(), once: useId(), zone: useId() };
  const change = (part: Partial<WhenDraft>) => props.onChange({ ...when, ...part });
  const zones = useMemo(() => zonesWith(when.zone), [when.zone]);
  return (
    <>
      <FormRow id={ids.kind} label={t("timed.when")}>
        <Segmented<WhenDraft["kind"]>
          id={ids.kind}
          block
          value={when.kind}
          onChange={(kind) => change({ kind })}
          options={(["cron", "once"] as const).map((value) => ({ value, label: t(`timed.kind.${value}`) }))}
        />
      </FormRow>
      <FormRow id={ids.zone} label={t("timed.zone")} fault={refusalAt("zone")}>
        <Select
          id={ids.zone}
          showSearch
          value={when.zone}
          options={zones}
          onChange={(zone: string) => change({ zone })}
        />
      </FormRow>
      {when.kind === "cron" ? (
        <FormRow
          id={ids.cron}
          wide
          label={t("timed.cron")}
          hint={t("timed.cronHint")}
          fault={refusalAt("cronExpression")}
        >
          <Input
            id={ids.cron}
            className="code"
            maxLength={100}
            value={when.cron}
            onChange={(event) => change({ cron: event.target.value })}
          />
          <Preview family={props.family} when={when} />
        </FormRow>
      ) : (
        <FormRow id={ids.once} wide label={t("timed.once")} fault={refusalAt("onceAt")}>
          <DayInput
            id={ids.once}
            precision="minute"
            value={when.once}
            onChange={(once) => change({ once })}
          />
        </FormRow>
      )}
    </>
  );
}

/** What is typed, in words, and when it would fire. */
function Preview({ family, when }: { family: FamilyKey; when: WhenDraft }) {
  const { t } = useDeviceTexts();
  const cronExpression = useDeferredValue(when.cron.trim());
  const asked = { params: { family }, query: { cronExpression, zone: when.zone } };
  const found = useApi(previewTimedTask, asked, {
    enabled: cronExpression !== "",
    silent: true,
    keepPrevious: true,
  });
  const preview = found.data?.data;
  return (
    <p className="timed-preview" aria-live="polite">
      {found.error !== null ? (
        <span className="send-fault">{found.error.messageAt("cronExpression") ?? found.error.message}</span>
      ) : preview === undefined ? null : (
        <>
          <strong>{preview.words}</strong>{" "}
          {t("timed.nextAre", {
            times: preview.nextTimes
              .slice(0, 3)
              .map((at) => formatMoment(at, when.zone).slice(0, 16))
              .join(", "),
          })}
        </>
      )}
    </p>
  );
}

function zonesWith(own: string): { value: string; label: string }[] {
  return [...new Set([own, ...timeZones])].map((value) => ({
    value,
    label: value,
  }));
}
