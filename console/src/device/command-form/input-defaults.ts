import { textIn } from "@tracewater/contract/locales";
import type { DeviceTexts } from "../device-texts.ts";
import type { InputDefault, Latest } from "../families/family-config.ts";

export type InputDefaults = Record<string, InputDefault>;

/** What the fields start with: values that the device has reported. */
export function startTyped(defaults: InputDefaults, latest: Latest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(defaults).flatMap(([name, given]) => {
      const value = "startsAs" in given ? latest[given.startsAs]?.value : undefined;
      return typeof value === "number" || typeof value === "string" ? [[name, String(value)]] : [];
    }),
  );
}

/** What the device does where a field is left empty; nothing where that is not known. */
export function emptyText(
  given: InputDefault | undefined,
  latest: Latest,
  texts: DeviceTexts,
): string | undefined {
  if (given === undefined || "startsAs" in given) return undefined;
  if ("emptyDoes" in given) return textIn(given.emptyDoes, texts.language);
  const value = latest[given.emptyMeans]?.value;
  return typeof value === "number" || typeof value === "string"
    ? texts.t("send.asSet", { value })
    : undefined;
}
