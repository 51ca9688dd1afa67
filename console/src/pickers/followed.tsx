import "./followed.css";
import { limitLabels } from "@tracewater/contract/laboratory/limit-labels";
import type { AssayExceedance } from "@tracewater/contract/laboratory/limits";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PathLink } from "../kit/path-link.tsx";
import { State, type Tone } from "../kit/state.tsx";

type LabelKey = keyof typeof limitLabels.en;

/** The words of results over their limits; `{name}` in them stands for a value. */
export function useLimitLabels(): (key: LabelKey, values?: Readonly<Record<string, string>>) => string {
  const { i18n } = useTranslation("kit");
  const labels = limitLabels[i18n.language === "zh" ? "zh" : "en"];
  return (key, values = {}) => labels[key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}

const commandTones: Readonly<Record<string, Tone>> = {
  replied: "ok",
  failed: "critical",
  timedOut: "major",
  expired: "warn",
};

type FollowedBy = Pick<AssayExceedance, "hold" | "alarm" | "command" | "order" | "closedAt">;

/** What followed from a result over its limit: the bottle, the alarm, the command, the order, each a link. */
export function Followed({ exceedance, extra }: { exceedance: FollowedBy; extra?: ReactNode }) {
  const label = useLimitLabels();
  const { hold, alarm, command, order, closedAt } = exceedance;
  const quiet = (text: string) => <span className="followed-quiet">({text})</span>;
  return (
    <ul className="followed">
      {closedAt === null ? null : (
        <li>
          <State tone="off" label={label("superseded")} />
        </li>
      )}
      <li>
        {hold === null ? (
          <State tone="off" shape="dash" label={label("notKept")} />
        ) : (
          <State
            tone={hold.releasedAt === null ? "maintenance" : "off"}
            label={label(hold.releasedAt === null ? "kept" : "released", { code: hold.bodyCode })}
            title={[hold.releasedBy, hold.reason].filter(Boolean).join(": ")}
          />
        )}{" "}
        {hold !== null && hold.releasedAt === null ? extra : null}
      </li>
      {command === null ? null : (
        <li>
          <State
            tone={commandTones[command.state ?? ""] ?? "info"}
            label={label("command", { device: command.deviceName ?? "" })}
          />{" "}
          {quiet(label(`command.${command.state ?? "gone"}`))}
        </li>
      )}
      <li>
        {alarm === null ? (
          <State tone="off" shape="dash" label={label("noAlarm")} />
        ) : (
          <State
            tone={alarm.state === "cleared" ? "off" : "major"}
            label={
              <>
                <PathLink to={`/maintenance/LogService?alarm=${alarm.alarmId}`}>
                  {label("alarm", { device: alarm.deviceName })}
                </PathLink>{" "}
                {quiet(label(`alarm.${alarm.state}`))}
              </>
            }
          />
        )}
      </li>
      {order === null ? null : (
        <li>
          <State
            tone={order.state === "cancelled" ? "off" : "info"}
            label={
              <>
                <PathLink to={`/work/edit/${order.orderId}`}>
                  {label("order", { no: order.orderNo })}
                </PathLink>{" "}
                {quiet(label(`order.${order.state}`))}
              </>
            }
          />
        </li>
      )}
    </ul>
  );
}
