import type { Command } from "@tracewater/contract/fleet/commands";
import type { ProductModel } from "@tracewater/contract/fleet/products";
import { nameIn } from "@tracewater/contract/locales";
import { formatClock, formatMoment } from "../../kit/moment.ts";
import type { StateShape, Tone } from "../../kit/state.tsx";
import type { TextKey } from "../../kit/text-key.ts";
import type { DeviceTexts } from "../device-texts.ts";
import { listValues, type SummaryLabels } from "../messages/log-summary.ts";
import { printDuration } from "./command-stations.ts";
import { identifiersOf } from "./use-send.ts";

export type CommandText = { title: string; summary: string };

/** What a command is called and what it asks, in words. */
export function commandText(command: Command, model: ProductModel, texts: DeviceTexts): CommandText {
  const summary = summaryLabels(model, texts);
  if (command.kind === "propertyGet") {
    const names = identifiersOf(command.params).map((identifier) => {
      const property = model.properties.find((candidate) => candidate.identifier === identifier);
      return property === undefined ? identifier : nameIn(property, texts.language);
    });
    return { title: texts.t("send.kind.propertyGet"), summary: names.join(", ") };
  }
  if (command.kind === "propertySet") {
    return {
      title: texts.t("send.kind.propertySet"),
      summary: listValues(command.params, model.properties, summary, 6),
    };
  }
  const service = model.services.find((candidate) => candidate.identifier === command.identifier);
  const title = service === undefined ? command.identifier : nameIn(service, texts.language);
  const bare = Object.keys(command.params).length === 0;
  return {
    title,
    summary: bare ? command.identifier : listValues(command.params, service?.inputData ?? [], summary, 6),
  };
}

/** What the device replied to a service, by the outputs of its model: `Slot 14, Volume 249 mL`; empty where nothing. */
export function commandReply(command: Command, model: ProductModel, texts: DeviceTexts): string {
  const service = model.services.find((candidate) => candidate.identifier === command.identifier);
  const { reply } = command;
  if (service === undefined || typeof reply !== "object" || reply === null) return "";
  const known = Object.entries(reply).filter(([name]) =>
    service.outputData.some((output) => output.identifier === name),
  );
  if (known.length === 0) return "";
  return listValues(Object.fromEntries(known), service.outputData, summaryLabels(model, texts), 6);
}

export function summaryLabels(model: ProductModel, texts: DeviceTexts): SummaryLabels {
  return {
    model,
    language: texts.language,
    labelOf: texts.labelOf,
    text: (key, values) => texts.t(`log.line.${key}`, values),
  };
}

export type CommandLook = { tone: Tone; shape: StateShape; label: TextKey<"device", "command"> };

export function commandLook(command: Command): CommandLook {
  if (command.late && command.state === "replied") return { tone: "warn", shape: "half", label: "late" };
  return looks[command.state];
}

const looks: Record<Command["state"], CommandLook> = {
  queued: { tone: "info", shape: "ring", label: "queued" },
  sent: { tone: "info", shape: "half", label: "sent" },
  acknowledged: { tone: "info", shape: "half", label: "acknowledged" },
  replied: { tone: "ok", shape: "disc", label: "replied" },
  failed: { tone: "critical", shape: "triangle", label: "failed" },
  timedOut: { tone: "warn", shape: "diamond", label: "timedOut" },
  expired: { tone: "off", shape: "dash", label: "expired" },
  cancelled: { tone: "off", shape: "dash", label: "cancelled" },
};

/** What happened and what to do, where there is something to say; null for a command that went well. */
export function commandStory(command: Command, texts: DeviceTexts): { what: string; next: string } | null {
  const { t } = texts;
  const name = command.deviceName;
  switch (command.state) {
    case "queued":
      if (command.awaits !== null)
        return {
          what: t("story.awaits", { name: command.awaits.name, time: formatMoment(command.expiresAt) }),
          next: t("story.awaitsThen"),
        };
      return {
        what: t("story.queued", { name, time: formatMoment(command.expiresAt) }),
        next: t("story.queuedThen"),
      };
    case "failed": {
      const values = {
        name,
        code: command.code ?? "—",
        message: (command.message ?? "").replace(/[.。]$/, ""),
      };
      return {
        what: t(command.message ? "story.failed" : "story.failedBare", values),
        next: t("story.failedThen"),
      };
    }
    case "timedOut": {
      const waited =
        command.sentAt === null || command.replyBy === null ? 0 : command.replyBy - command.sentAt;
      return {
        what: t("story.timedOut", { name, span: spanText(waited, texts) }),
        next: t("story.timedOutThen"),
      };
    }
    case "expired":
      return {
        what: t("story.expired", { name, time: formatMoment(command.expiresAt) }),
        next: t("story.expiredThen"),
      };
    case "cancelled":
      return { what: t("story.cancelled", { name }), next: t("story.cancelledThen") };
    case "replied":
      return command.late
        ? { what: t("story.late", { name }), next: t("story.lateThen", lateBy(command, texts)) }
        : null;
    default:
      return null;
  }
}

export function spanText(ms: number, texts: DeviceTexts): string {
  const { value, unit } = printDuration(ms);
  return texts.t(`duration.${unit}`, { value });
}

/** `HH:mm:ss.mmm`, as timelines print it. */
export function clockMs(at: number): string {
  return `${formatClock(at)}.${String(at % 1000).padStart(3, "0")}`;
}

function lateBy(command: Command, texts: DeviceTexts): { span: string } {
  const { finishedAt, replyBy } = command;
  return { span: finishedAt === null || replyBy === null ? "—" : spanText(finishedAt - replyBy, texts) };
}
