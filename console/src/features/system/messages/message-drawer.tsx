import type { Message } from "@tracewater/contract/system/messages";
import Drawer from "antd/es/drawer";
import { useTranslation } from "react-i18next";
import { formatMoment } from "../../../kit/moment.ts";
import { useTopicLabel } from "./topic-label.ts";

/** One message with its text and what came of each attempt. */
export function MessageDrawer({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation("system-messages");
  const topicOf = useTopicLabel();
  const facts: [label: string, value: string][] = [
    [t("column.channel"), t(`channel.${message.channel}`)],
    [t("column.topic"), topicOf(message.topic)],
    [t("column.state"), t(`state.${message.state}`)],
    [t("drawer.attempts"), String(message.attempts)],
    [t("column.at"), formatMoment(message.at)],
    [t("drawer.finishedAt"), message.finishedAt === null ? "—" : formatMoment(message.finishedAt)],
  ];
  if (message.nextAt !== null && message.attempts > 0)
    facts.push([t("drawer.nextAt"), formatMoment(message.nextAt)]);
  if (message.statusCode !== null) facts.push([t("drawer.statusCode"), String(message.statusCode)]);
  return (
    <Drawer open size={560} title={message.address} onClose={onClose}>
      <dl className="record-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {message.error === "" ? null : <p className="message-fault">{message.error}</p>}
      {message.subject === "" ? null : <h3 className="message-subject">{message.subject}</h3>}
      {message.isSecret ? (
        <p className="record-quiet">{t("drawer.secret")}</p>
      ) : (
        <pre className="message-body">{message.body}</pre>
      )}
    </Drawer>
  );
}
