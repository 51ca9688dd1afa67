import type { ReplyOf } from "@tracewater/contract/call";
import { listDeviceLogs, switchDeviceLog } from "@tracewater/contract/fleet/device-twin";
import Input from "antd/es/input";
import Switch from "antd/es/switch";
import { Search } from "lucide-react";
import { useState } from "react";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { useDeviceTexts } from "../../../device/device-texts.ts";
import type { OpenDevice } from "../../../device/use-device.ts";
import { Pager } from "../../../kit/data-table/pager.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { State, type Tone } from "../../../kit/state.tsx";
import { addressOf, Panel, useMayCommand } from "./panel.tsx";

type Line = ReplyOf<typeof listDeviceLogs>["rows"][number];

const tones: Record<string, Tone> = { FATAL: "critical", ERROR: "critical", WARN: "warn", INFO: "info" };

/** The device's own log: it sends lines while it is asked to. */
export function DeviceLogPanel({ open }: { open: OpenDevice }) {
  const { t } = useDeviceTexts();
  const [keyword, setKeyword] = useState("");
  const [page, setPage] = useState({ pageNum: 1, pageSize: 20 });
  const { params, query } = addressOf(open);
  const asked = { params, query: { ...query, ...page, ...(keyword === "" ? {} : { keyword }) } };
  const found = useApi(listDeviceLogs, asked, { everyMs: 10_000, keepPrevious: true, handled: true });
  return (
    <Panel
      lead={t("twin.log.lead")}
      acts={
        <span className="twin-tools">
          <Input
            className="twin-search"
            aria-label={t("twin.log.search")}
            placeholder={t("twin.log.search")}
            prefix={<Search size={15} />}
            maxLength={100}
            allowClear
            onPressEnter={(event) => {
              setKeyword(event.currentTarget.value.trim());
              setPage({ ...page, pageNum: 1 });
            }}
            onClear={() => setKeyword("")}
          />
          <LogSwitch open={open} isOn={found.data?.isOn ?? null} />
        </span>
      }
      found={found}
    >
      {({ rows, total, isOn }) =>
        rows.length === 0 ? (
          <p className="twin-none">
            {t(keyword !== "" ? "twin.log.nothing" : isOn ? "twin.log.noneOn" : "twin.log.noneOff")}
          </p>
        ) : (
          <>
            <ol className="twin-rows">
              {rows.map((line) => (
                <LogLine key={line.id} line={line} />
              ))}
            </ol>
            <Pager
              total={total}
              page={page.pageNum}
              size={page.pageSize}
              onChange={(pageNum, pageSize) => setPage({ pageNum, pageSize })}
            />
          </>
        )
      }
    </Panel>
  );
}

function LogLine({ line }: { line: Line }) {
  return (
    <li className="twin-row twin-log">
      <time className="num">{formatMoment(line.at)}</time>
      <State tone={tones[line.level.toUpperCase()] ?? "off"} label={line.level || "—"} />
      <span className="code device-quiet">
        {[line.module, line.code, line.trace].filter(Boolean).join(" · ") || "—"}
      </span>
      <span className="twin-long">{line.content}</span>
    </li>
  );
}

function LogSwitch({ open, isOn }: { open: OpenDevice; isOn: boolean | null }) {
  const { t } = useDeviceTexts();
  const change = useApiMutation(switchDeviceLog);
  const mayCommand = useMayCommand(open);
  if (isOn === null) return null;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control
    <label className="twin-switch">
      <Switch
        size="small"
        checked={isOn}
        disabled={!mayCommand}
        loading={change.isPending}
        onChange={(next) =>
          change.mutate(
            { ...addressOf(open), body: { isOn: next } },
            { onSettled: () => void invalidate(listDeviceLogs) },
          )
        }
      />
      <span>{t(isOn ? "twin.log.on" : "twin.log.off")}</span>
    </label>
  );
}
