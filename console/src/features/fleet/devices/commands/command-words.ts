import type { Command } from "@tracewater/contract/fleet/commands";
import type { ProductModel } from "@tracewater/contract/fleet/products";
import { formatClock, formatMoment } from "../../../../kit/moment.ts";
import type { StateShape, Tone } from "../../../../kit/state.tsx";
import { listValues, nameIn, type SummaryWords } from "../log/log-summary.ts";
import type { Words } from "../model/words.ts";
import { printDuration } from "./command-stations.ts";
import { identifiersOf } from "./use-send.ts";

export type CommandText = { title: string; summary: string };

/** What a command is called and what it asks, in words. */
export function commandText(command: Command, model: ProductModel, words: Words): CommandText {
  const summary = summaryWords(model, words);
  if (command.kind === "propertyGet") {
    const names = identifiersOf(command.params).map((identifier) => {
      const property = model.properties.find((candidate) => candidate.identifier === identifier);
      return property === undefined ? identifier : nameIn(property, words.language);
    });
    return { title: words.t("send.kind.propertyGet"), summary: names.join(", ") };
  }
  if (command.kind === "propertySet") {
    return {
      title: words.t("send.kind.propertySet"),
      summary: listValues(command.params, model.properties, summary, 6),
    };
  }
  const service = model.services.find((candidate) => candidate.identifier === command.identifier);
  const title = service === undefined ? command.identifier : nameIn(service, words.language);
  const bare = Object.keys(command.params).length === 0;
  return {
    title,
    summary: bare ? command.identifier : listValues(command.params, service?.inputData ?? [], summary, 6),
  };
}

export function summaryWords(model: ProductModel, words: Words): SummaryWords {
  return {
    model,
    language: words.language,
    wordOf: words.wordOf,
    say: (key, values) => words.t(`log.line.${key}`, values),
  };
}

export type CommandLook = { tone: Tone; shape: StateShape; word: string };

export function commandLook(command: Command): CommandLook {
  if (command.late && command.state === "replied") return { tone: "warn", shape: "half", word: "late" };
  return looks[command.state];
}

const looks: Record<Command["state"], CommandLook> = {
  queued: { tone: "info", shape: "ring", word: "queued" },
  sent: { tone: "info", shape: "half", word: "sent" },
  acknowledged: { tone: "info", shape: "half", word: "acknowledged" },
  replied: { tone: "ok", shape: "disc", word: "replied" },
  failed: { tone: "critical", shape: "triangle", word: "failed" },
  timedOut: { tone: "warn", shape: "diamond", word: "timedOut" },
  expired: { tone: "off", shape: "dash", word: "expired" },
  cancelled: { tone: "off", shape: "dash", word: "cancelled" },
};

/** What happened and what to do, where there is something to say; null for a command that went well. */
export function commandStory(command: Command, words: Words): { what: string; next: string } | null {
  const { t } = words;
  const name = command.deviceName;
  switch (command.state) {
    case "queued":
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
        what: t("story.timedOut", { name, span: spanText(waited, words) }),
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
        ? { what: t("story.late", { name }), next: t("story.lateThen", lateBy(command, words)) }
        : null;
    default:
      return null;
  }
}

export function spanText(ms: number, words: Words): string {
  const { value, unit } = printDuration(ms);
  return words.t(`duration.${unit}`, { value });
}

/** `HH:mm:ss.mmm`, as the stations print it. */
export function clockMs(at: number): string {
  return `${formatClock(at)}.${String(at % 1000).padStart(3, "0")}`;
}

function lateBy(command: Command, words: Words): { span: string } {
  const { finishedAt, replyBy } = command;
  return { span: finishedAt === null || replyBy === null ? "—" : spanText(finishedAt - replyBy, words) };
}
