import { useLocalized } from "../kit/use-localized.ts";
import "./followed.css";
import { limitLabels } from "@tracewater/contract/laboratory/limit-labels";
import type { AssayExceedance } from "@tracewater/contract/laboratory/limits";
import type { ReactNode } from "react";
import { PathLink } from "../kit/path-link.tsx";
import { State, type Tone } from "../kit/state.tsx";

type LabelKey = keyof typeof limitLabels.en;

/** The words of results over their limits; `{name}` in them stands for a value. */
export function useLimitLabels(): (key: LabelKey, values?: Readonly<Record<string, string>>) => string {
  const localized = useLocalized();
  const labels = localized(limitLabels);
  return (key, values = {}) => labels[key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}

const commandTones: Readonly<Record<string, Tone>> = {
  replied: "ok",
  failed: "critical",
  timedOut: "major",
  expired: "warn",
};

const quiet = (text: string) => <span className="followed-quiet">({text})</span>;

type FollowedBy = Pick<AssayExceedance, "hold" | "alarm" | "command" | "order" | "closedAt">;

/** What followed from a result over its limit: the bottle, the alarm, the command, the order, each a link. */
export function Followed(props: {
  exceedance: FollowedBy;
  extra?: ReactNode;
  /** What an online detector found: its sampler takes a sample, and the alarm is that of a rule. */
  isDetection?: boolean;
}) {
  const { exceedance, extra, isDetection = false } = props;
  const label = useLimitLabels();
  const { hold, alarm, command, order, closedAt } = exceedance;
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
      {command === null ? null : <Ordered command={command} isDetection={isDetection} />}
      <li>
        {alarm === null ? (
          <State tone="off" shape="dash" label={label(isDetection ? "noRuleAlarm" : "noAlarm")} />
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

function Ordered(props: { command: NonNullable<FollowedBy["command"]>; isDetection: boolean }) {
  const { command, isDetection } = props;
  const label = useLimitLabels();
  const isSampled = isDetection && command.state === "replied";
  return (
    <li>
      <State
        tone={commandTones[command.state ?? ""] ?? "info"}
        label={label(isDetection ? "eventSample" : "command", { device: command.deviceName ?? "" })}
      />{" "}
      {quiet(label(isSampled ? "eventSample.replied" : `command.${command.state ?? "gone"}`))}
    </li>
  );
}
