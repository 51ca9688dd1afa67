import { type Locale, localeOf, nameIn } from "@tracewater/contract/locales";
import i18next, { type TFunction } from "i18next";
import { useFixedTranslation } from "../kit/fixed-translation.ts";
import type { LabelOf } from "./values.ts";

const namespace = "device";

/** The feature's texts: `t`, the language, and the word of an enum's option as the thing model has it. */
export function useDeviceTexts(): DeviceTexts {
  const t = useFixedTranslation(namespace);
  const found = made.get(t) ?? makeDeviceTexts(t);
  made.set(t, found);
  return found;
}

export type DeviceTexts = { t: TFunction<typeof namespace>; language: Locale; labelOf: LabelOf };

/** One object a language: a list of twenty rows asks for it a hundred times. */
const made = new WeakMap<TFunction<typeof namespace>, DeviceTexts>();

function makeDeviceTexts(t: DeviceTexts["t"]): DeviceTexts {
  const language = localeOf(i18next.language);
  return { t, language, labelOf: (option) => nameIn(option, language) };
}
