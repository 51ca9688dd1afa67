import { localized } from "./both-languages.ts";
import { text } from "./texts.ts";

const known = new Set(["UTC", ...Intl.supportedValuesOf("timeZone")]);

/** IANA. */
export const isTimeZone = (name: string): boolean => known.has(name);

/** All zones that a person may choose. */
export const timeZones: readonly string[] = [...known];

/** A zone as an input; empty where the server's own is meant. */
export const timeZoneInput = text(64).refine(
  (name) => name === "" || isTimeZone(name),
  localized("is not a valid time zone", "不是有效的时区"),
);
