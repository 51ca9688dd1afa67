import type { FamilyKey } from "@tracewater/contract/fleet/families";
import type { ProductModel } from "@tracewater/contract/fleet/products";
import {
  changeTimedTaskStatus,
  listFirings,
  listTimedTasks,
  removeTimedTask,
  type TimedTask,
} from "@tracewater/contract/fleet/timed-tasks";
import { nameIn } from "@tracewater/contract/locales";
import Switch from "antd/es/switch";
import { ChevronDown, ChevronRight, Pencil } from "lucide-react";
import { useState } from "react";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { summaryLabels } from "../../../device/command-form/command-labels.ts";
import { useDeviceTexts } from "../../../device/device-texts.ts";
import { listValues } from "../../../device/messages/log-summary.ts";
import { IconButton } from "../../../kit/icon-button.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { DeleteMenu } from "../../../kit/row-menu.tsx";
import { ConfirmDialog } from "../../../resource/confirm-dialog.tsx";
import { FiringLog, FiringState } from "./firing-log.tsx";

type Props = {
  task: TimedTask;
  family: FamilyKey;
  model: ProductModel;
  serverZone: string;
  /** Null where the user may not order. */
  onEdit: (() => void) | null;
};

/** A timed task: what it orders of whom, when next, and how it went last. */
export function TimedTaskRow({ task, family, model, serverZone, onEdit }: Props) {
  const texts = useDeviceTexts();
  const { t } = texts;
  const [open, setOpen] = useState(false);
  const service = model.services.find(({ identifier }) => identifier === task.service);
  const title = service === undefined ? task.service : nameIn(service, texts.language);
  const isBare = Object.keys(task.params).length === 0;
  const params = isBare
    ? ""
    : listValues(task.params, service?.inputData ?? [], summaryLabels(model, texts), 6);
  const [next] = task.nextTimes;
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <li className={task.status === "1" ? "timed-task timed-task-paused" : "timed-task"}>
      <div className="timed-line">
        <div className="timed-what">
          <strong>{task.name}</strong>
          <span>{params === "" ? title : `${title} · ${params}`}</span>
          <span className="device-quiet">
            {task.tag === null ? t("timed.thisDevice") : t("timed.byTag", { tag: task.tag })} · {task.owner}
          </span>
        </div>
        <div className="timed-when">
          <span>{task.whenWords}</span>
          <span className="device-quiet">
            {next === undefined
              ? t(task.status === "1" ? "timed.paused" : "timed.over")
              : t("timed.next", { time: formatMoment(next, task.zone) })}
            {task.zone === serverZone ? "" : ` (${task.zone})`}
          </span>
        </div>
        <div className="timed-last">
          {task.last === null ? (
            <span className="device-quiet">{t("timed.never")}</span>
          ) : (
            <FiringState firing={task.last} />
          )}
        </div>
        <div className="timed-acts">
          {onEdit === null ? null : <Acts task={task} family={family} onEdit={onEdit} />}
          <IconButton
            label={t("timed.unfold", { name: task.name })}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <Chevron />
          </IconButton>
        </div>
      </div>
      {open ? <FiringLog task={task} family={family} /> : null}
    </li>
  );
}

function Acts({ task, family, onEdit }: { task: TimedTask; family: FamilyKey; onEdit: () => void }) {
  const { t } = useDeviceTexts();
  const status = useApiMutation(changeTimedTaskStatus);
  const [isRemoving, setRemoving] = useState(false);
  const { timedTaskId, name } = task;
  const stale = [listTimedTasks, listFirings];
  const refreshAfter = { onSettled: () => stale.forEach((call) => void invalidate(call)) };
  return (
    <>
      <Switch
        size="small"
        aria-label={t("timed.on", { name })}
        checked={task.status === "0"}
        loading={status.isPending}
        onChange={(on) =>
          status.mutate({ params: { family }, body: { timedTaskId, status: on ? "0" : "1" } }, refreshAfter)
        }
      />
      <IconButton label={t("timed.edit", { name })} onClick={onEdit}>
        <Pencil />
      </IconButton>
      <DeleteMenu name={name} label={t("timed.remove", { name })} onDelete={() => setRemoving(true)} />
      {isRemoving ? (
        <ConfirmDialog
          call={removeTimedTask}
          input={{ params: { family, id: timedTaskId } }}
          title={t("timed.removeAsk", { name })}
          submit={t("timed.removeYes")}
          stale={stale}
          onClose={() => setRemoving(false)}
        >
          {t("timed.removeText")}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
