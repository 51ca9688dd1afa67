import type { FamilyKey } from "@tracewater/contract/fleet/families";
import { type Firing, listFirings, type TimedTask } from "@tracewater/contract/fleet/timed-tasks";
import { useState } from "react";
import { useApi } from "../../../api/use-api.ts";
import { useDeviceTexts } from "../../../device/device-texts.ts";
import { Pager } from "../../../kit/data-table/pager.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { State, type StateShape, type Tone } from "../../../kit/state.tsx";

const looks: Record<Firing["state"], { tone: Tone; shape: StateShape }> = {
  fired: { tone: "ok", shape: "disc" },
  missed: { tone: "warn", shape: "diamond" },
  refused: { tone: "critical", shape: "triangle" },
  failed: { tone: "critical", shape: "triangle" },
};

/** How a firing went, and when it was due. */
export function FiringState({ firing }: { firing: Firing }) {
  const { t } = useDeviceTexts();
  return (
    <>
      <State {...looks[firing.state]} label={t(`firing.${firing.state}`)} />
      <span className="device-quiet">{formatMoment(firing.tick)}</span>
    </>
  );
}

/** The next times of a task, and what came of the past ones. */
export function FiringLog({ task, family }: { task: TimedTask; family: FamilyKey }) {
  const { t } = useDeviceTexts();
  const [paging, setPaging] = useState({ pageNum: 1, pageSize: 10 });
  const asked = { params: { family, id: task.timedTaskId }, query: paging };
  const firings = useApi(listFirings, asked, { keepPrevious: true, everyMs: 10_000, handled: true });
  return (
    <div className="timed-details">
      <div>
        <h3>{t("timed.nextTimes")}</h3>
        {task.nextTimes.length === 0 ? (
          <p className="device-quiet">{t(task.status === "1" ? "timed.paused" : "timed.over")}</p>
        ) : (
          <ol>
            {task.nextTimes.map((at) => (
              <li key={at}>{formatMoment(at, task.zone)}</li>
            ))}
          </ol>
        )}
      </div>
      <div>
        <h3>{t("timed.past")}</h3>
        {firings.data === undefined ? (
          firings.error === null ? (
            <Loading lines={3} />
          ) : (
            <ErrorBox error={firings.error} onRetry={() => void firings.refetch()} />
          )
        ) : firings.data.rows.length === 0 ? (
          <p className="device-quiet">{t("timed.never")}</p>
        ) : (
          <ul className="firings">
            {firings.data.rows.map((firing) => (
              <FiringLine key={firing.firingId} firing={firing} />
            ))}
          </ul>
        )}
        {firings.data !== undefined && firings.data.total > paging.pageSize ? (
          <Pager
            total={firings.data.total}
            page={paging.pageNum}
            size={paging.pageSize}
            onChange={(pageNum, pageSize) => setPaging({ pageNum, pageSize })}
          />
        ) : null}
      </div>
    </div>
  );
}

function FiringLine({ firing }: { firing: Firing }) {
  const { t } = useDeviceTexts();
  return (
    <li>
      <span className="firing-tick">{formatMoment(firing.tick)}</span>
      <State {...looks[firing.state]} label={t(`firing.${firing.state}`)} />
      <span>
        {firing.state === "fired" ? t("firing.devices", { n: firing.devices }) : firing.message}
        {firing.commandId === null || firing.devices !== 1 ? null : <code> #{firing.commandId}</code>}
      </span>
    </li>
  );
}
