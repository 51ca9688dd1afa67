import { listTimedTasks, type TimedTask } from "@tracewater/contract/fleet/timed-tasks";
import Button from "antd/es/button";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import { hasPermission, useSession } from "../../../api/session.ts";
import { useApi } from "../../../api/use-api.ts";
import { useDeviceTexts } from "../../../device/device-texts.ts";
import { familyPermission } from "../../../device/families/family-config.ts";
import { useProduct, useSteadyDevice } from "../../../device/use-device.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import type { TaskDraft } from "../timed-tasks/timed-task-form.tsx";
import { TimedTaskRow } from "../timed-tasks/timed-task-row.tsx";
import "../timed-tasks/timed-tasks.css";

/** Loaded when it is opened: tasks are looked at more often than they are made. */
const TimedTaskForm = lazy(() =>
  import("../timed-tasks/timed-task-form.tsx").then((module) => ({ default: module.TimedTaskForm })),
);

/** What is ordered of this device by schedule, alone or with others that carry its tags. */
export default function TimedTasksPage() {
  const { t } = useDeviceTexts();
  const open = useSteadyDevice();
  const { device, familyConfig } = open;
  const session = useSession();
  const mayOrder = hasPermission(familyPermission(familyConfig, "command"), session);
  const product = useProduct(device.productId);
  const asked = { params: { family: device.typeKey }, query: { deviceId: device.id, pageSize: 100 } };
  const tasks = useApi(listTimedTasks, asked, { everyMs: 10_000, handled: true });
  const [search, setSearch] = useSearchParams();
  const draft = readDraft(search);
  const [chosen, setEdited] = useState<TimedTask | "new" | null>(null);
  const edited = draft !== null && mayOrder ? "new" : chosen;
  const close = () => {
    setEdited(null);
    if (draft !== null) setSearch({}, { replace: true });
  };
  const model = product.data?.data.model;
  const error = tasks.error ?? product.error;
  const add = mayOrder ? (
    <Button type="primary" icon={<Plus size={16} />} onClick={() => setEdited("new")}>
      {t("timed.add")}
    </Button>
  ) : null;
  if (tasks.data === undefined || model === undefined) {
    if (error === null) return <Loading lines={6} />;
    return <ErrorBox error={error} onRetry={() => void Promise.all([tasks.refetch(), product.refetch()])} />;
  }
  const { rows, zone } = tasks.data;
  return (
    <>
      <Card flush ruled title={t("timed.title")} extra={rows.length === 0 ? null : add}>
        {rows.length === 0 ? (
          <EmptyState title={t("timed.none")} text={t("timed.noneText")} action={add} />
        ) : (
          <ul className="timed">
            {rows.map((task) => (
              <TimedTaskRow
                key={task.timedTaskId}
                task={task}
                family={device.typeKey}
                model={model}
                serverZone={zone}
                onEdit={mayOrder ? () => setEdited(task) : null}
              />
            ))}
          </ul>
        )}
      </Card>
      {edited === null ? null : (
        <Suspense>
          <TimedTaskForm
            open={open}
            model={model}
            zone={zone}
            task={edited === "new" ? null : edited}
            wanted={draft}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}

/** What another page wants to have sent by schedule: `service` and `params` in the address. */
function readDraft(search: URLSearchParams): TaskDraft | null {
  const service = search.get("service");
  if (service === null) return null;
  try {
    const params: unknown = JSON.parse(search.get("params") ?? "{}");
    const isObject = typeof params === "object" && params !== null && !Array.isArray(params);
    return { service, params: isObject ? { ...params } : {} };
  } catch {
    return { service, params: {} };
  }
}
