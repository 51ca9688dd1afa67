import type { ReplyOf } from "@tracewater/contract/call";
import type { getMessageChannels } from "@tracewater/contract/system/messages";
import { useTranslation } from "react-i18next";
import { State } from "../../../kit/state.tsx";

type Channels = ReplyOf<typeof getMessageChannels>["data"];

const names = ["mail", "text"] as const;

/** Which ways are configured, and the variables that are missing where one is not. */
export function ChannelStates({ channels }: { channels: Channels }) {
  const { t } = useTranslation("system-messages");
  return (
    <section className="message-channels" aria-label={t("ways.title")}>
      {names.map((name) => {
        const { isReady, via, missing } = channels[name];
        return (
          <div key={name} className="message-channel">
            <span className="record-line">
              <strong>{t(`channel.${name}`)}</strong>
              <State tone={isReady ? "ok" : "off"} label={t(isReady ? "ways.ready" : "ways.missing")} />
            </span>
            {isReady ? (
              <p className="record-quiet">
                {t(`ways.via.${name}`)} <span className="code">{via}</span>
              </p>
            ) : (
              <p className="record-quiet">
                {t(`ways.without.${name}`)} {t("ways.set")} <code>{missing.join(", ")}</code>
              </p>
            )}
          </div>
        );
      })}
    </section>
  );
}
