import "./followed.css";
import { limitWords } from "@tracewater/contract/laboratory/limit-words";
import type { AssayExcess } from "@tracewater/contract/laboratory/limits";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PathLink } from "../kit/path-link.tsx";
import { State, type Tone } from "../kit/state.tsx";

type Word = keyof typeof limitWords.en;

/** The words of results over their limits; `{name}` in them stands for a value. */
export function useLimitWords(): (key: Word, values?: Readonly<Record<string, string>>) => string {
  const { i18n } = useTranslation("kit");
  const words = limitWords[i18n.language === "zh" ? "zh" : "en"];
  return (key, values = {}) => words[key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}

const commandTones: Readonly<Record<string, Tone>> = {
  replied: "ok",
  failed: "critical",
  timedOut: "major",
  expired: "warn",
};

/** What followed from a result over its limit: the bottle, the alarm, the command, the order, each a link. */
export function Followed({ excess, extra }: { excess: AssayExcess; extra?: ReactNode }) {
  const word = useLimitWords();
  const { hold, alarm, command, order, closedAt } = excess;
  const quiet = (text: string) => <span className="followed-quiet">({text})</span>;
  return (
    <ul className="followed">
      {closedAt === null ? null : (
        <li>
          <State tone="off" label={word("superseded")} />
        </li>
      )}
      <li>
        {hold === null ? (
          <State tone="off" shape="dash" label={word("notKept")} />
        ) : (
          <State
            tone={hold.releasedAt === null ? "maintenance" : "off"}
            label={word(hold.releasedAt === null ? "kept" : "released", { code: hold.bodyCode })}
            title={[hold.releasedBy, hold.reason].filter(Boolean).join(": ")}
          />
        )}{" "}
        {hold !== null && hold.releasedAt === null ? extra : null}
      </li>
      {command === null ? null : (
        <li>
          <State
            tone={commandTones[command.state ?? ""] ?? "info"}
            label={word("command", { device: command.deviceName ?? "" })}
          />{" "}
          {quiet(word(`command.${command.state ?? "gone"}`))}
        </li>
      )}
      <li>
        {alarm === null ? (
          <State tone="off" shape="dash" label={word("noAlarm")} />
        ) : (
          <State
            tone={alarm.state === "cleared" ? "off" : "major"}
            label={
              <>
                <PathLink to={`/maintenance/LogService?alarm=${alarm.alarmId}`}>
                  {word("alarm", { device: alarm.deviceName })}
                </PathLink>{" "}
                {quiet(word(`alarm.${alarm.state}`))}
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
                <PathLink to={`/work/edit/${order.orderId}`}>{word("order", { no: order.orderNo })}</PathLink>{" "}
                {quiet(word(`order.${order.state}`))}
              </>
            }
          />
        </li>
      )}
    </ul>
  );
}
