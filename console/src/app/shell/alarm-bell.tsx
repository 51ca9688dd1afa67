import { acknowledgeAlarms, countAlarms, listAlarms } from "@tracewater/contract/fleet/alarms";
import { Siren } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { hasPermission, useSession } from "../../api/session.ts";
import { invalidate, useApi, useApiMutation } from "../../api/use-api.ts";
import { Age } from "../../kit/age.tsx";
import { Bell } from "../../kit/bell.tsx";
import { StateMark } from "../../kit/state.tsx";
import { toneOfSeverity, useAlarmNews, useNameOf } from "../../pickers/alarm-labels.tsx";

const everyMs = 60_000;
const page = "/maintenance/LogService";

/** How many alarms nobody has acknowledged yet, at once; the newest five beneath. */
export function AlarmBell() {
  const session = useSession();
  return hasPermission("alarm:log:list", session) ? <ActiveAlarms /> : null;
}

function ActiveAlarms() {
  const { t } = useTranslation("app");
  const [open, setOpen] = useState(false);
  const counts = useApi(countAlarms, {}, { everyMs, silent: true });
  useAlarmNews(() => {
    void invalidate(countAlarms);
    void invalidate(listAlarms);
  });
  const active = counts.data?.data.active ?? 0;
  return (
    <Bell
      icon={<Siren />}
      label={active > 0 ? t("alarms.active", { count: active }) : t("alarms.none")}
      count={active}
      open={open}
      onOpenChange={setOpen}
    >
      <Newest onLeave={() => setOpen(false)} />
    </Bell>
  );
}

function Newest({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation("app");
  const nameOf = useNameOf();
  const found = useApi(listAlarms, { query: { state: "active", pageSize: 5 } }, { silent: true });
  const rows = found.data?.rows ?? [];
  const mayAcknowledge = hasPermission("alarm:log:acknowledge", useSession());
  const acknowledge = useApiMutation(acknowledgeAlarms);
  const send = (alarmId: number) =>
    acknowledge.mutate(
      { body: { alarmIds: [alarmId], note: "" } },
      { onSettled: () => void Promise.all([invalidate(countAlarms), invalidate(listAlarms)]) },
    );
  return (
    <section className="bell-panel" aria-label={t("alarms.title")}>
      <header className="bell-head">
        <strong>{t("alarms.title")}</strong>
      </header>
      {rows.length === 0 ? (
        <p className="bell-none">
          {found.isPending ? " " : t(found.isError ? "alarms.failed" : "alarms.none")}
        </p>
      ) : (
        <ul className="bell-list">
          {rows.map((alarm) => (
            <li key={alarm.alarmId} className="alarm-line">
              <Link className="notice-line" to={`${page}?alarm=${alarm.alarmId}`} onClick={onLeave}>
                <span className="alarm-line-mark">
                  <StateMark tone={toneOfSeverity[alarm.severity]} />
                </span>
                <span className="notice-line-title">{nameOf(alarm)}</span>
                <span className="notice-line-facts">
                  <span className="code">{alarm.deviceName}</span> {alarm.nickname} ·{" "}
                  <Age at={alarm.raisedAt} />
                </span>
              </Link>
              {mayAcknowledge ? (
                <button
                  type="button"
                  className="alarm-line-act"
                  disabled={acknowledge.isPending}
                  onClick={() => send(alarm.alarmId)}
                >
                  {t("alarms.acknowledge")}
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      <footer className="bell-foot">
        <Link className="alarm-bell-all" to={page} onClick={onLeave}>
          {t("alarms.all")}
        </Link>
      </footer>
    </section>
  );
}
