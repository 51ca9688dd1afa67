import type { TimelineEntry } from "@tracewater/contract/fleet/device-lifecycle";
import { mainModule } from "@tracewater/contract/fleet/firmware";
import { upgradeReason } from "@tracewater/contract/fleet/firmware-upgrades";
import { nameIn } from "@tracewater/contract/locales";
import { spanText } from "../../../../device/command-form/command-labels.ts";
import type { DeviceTexts } from "../../../../device/device-texts.ts";

type Named = { identifier: string; name: string; nameZh: string };

/** What a line of the timeline says: what happened, and what is to be known of it. */
export function describeEntry(
  { kind, facts }: TimelineEntry,
  model: { events: readonly Named[] } | undefined,
  texts: DeviceTexts,
): { title: string; detail: string } {
  const { t, language } = texts;
  const text = (name: string) => (typeof facts[name] === "string" ? facts[name] : "");
  const title = t(`timeline.kind.${kind}`);
  switch (kind) {
    case "alert":
    case "error": {
      const event = model?.events.find((one) => one.identifier === facts["identifier"]);
      return { title: event === undefined ? text("identifier") : nameIn(event, language), detail: title };
    }
    case "moved":
    case "claimed":
      return {
        title,
        detail: joined([t("timeline.fromTo", { from: text("from"), to: text("to") }), text("reason")]),
      };
    case "pointBound":
    case "pointUnbound":
      return { title, detail: `${text("code")} ${text("name")}`.trim() };
    case "replaced":
    case "replacedOther":
      return { title, detail: joined([text("deviceName"), text("reason")]) };
    case "disconnected":
    case "takenOver":
      return {
        title,
        detail: t("timeline.wasOnline", { span: spanText(Number(facts["onlineMs"] ?? 0), texts) }),
      };
    case "firmware": {
      const [from, to] = [text("from"), text("to")];
      return {
        title,
        detail: joined([moduleOf(text("module")), from === "" ? to : t("timeline.fromTo", { from, to })]),
      };
    }
    case "upgradeFailed": {
      const reason = upgradeReason.safeParse(facts["reason"]);
      const message = text("message");
      const why = reason.success ? t(`timeline.upgrade.${reason.data}`, { version: message }) : "";
      const said = reason.data === "oldVersion" ? "" : message;
      return { title, detail: joined([moduleOf(text("module")), text("to"), why, said]) };
    }
    case "alarmRaised":
    case "alarmCleared": {
      const name = nameIn({ name: text("name"), nameZh: text("nameZh") || text("name") }, language);
      return { title: name, detail: title };
    }
    default:
      return { title, detail: "" };
  }
}

function moduleOf(module: string): string {
  return module === mainModule ? "" : module;
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}
