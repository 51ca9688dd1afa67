import type { Alarm } from "@tracewater/contract/fleet/alarms";
import Button from "antd/es/button";
import { Check, CheckCheck, Clock, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import type { Act } from "./act-dialog.tsx";

/** What may be done to the chosen alarms: each button counts those that it would change. */
export function AlarmActions({ alarms, onAct }: { alarms: readonly Alarm[]; onAct: (act: Act) => void }) {
  const { t } = useTranslation("fleet-alarms");
  const open = alarms.filter((one) => one.state !== "cleared");
  const active = open.filter((one) => one.state === "active");
  const shelved = open.filter((one) => one.shelvedUntil !== null);
  const unshelved = open.filter((one) => one.shelvedUntil === null);
  const button = (kind: Act["kind"], to: string, some: readonly Alarm[], icon: ReactNode) => (
    <Allowed to={to}>
      <Button
        type={kind === "acknowledge" ? "primary" : "default"}
        icon={icon}
        disabled={some.length === 0}
        onClick={() => onAct({ kind, alarms: some })}
      >
        {t(`act.${kind}`)}
      </Button>
    </Allowed>
  );
  return (
    <>
      {button("acknowledge", "alarm:log:acknowledge", active, <Check size={16} />)}
      {shelved.length > 0 && unshelved.length === 0
        ? button("unshelve", "alarm:log:shelve", shelved, <Undo2 size={15} />)
        : button("shelve", "alarm:log:shelve", unshelved, <Clock size={15} />)}
      {button("clear", "alarm:log:clear", open, <CheckCheck size={15} />)}
    </>
  );
}
