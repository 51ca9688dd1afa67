import type { TFunction } from "i18next";

/** Compiled and never run: a key that the English file does not have is an error of the compiler. */
export function typedTexts(t: TFunction<"fleet-alarms">, state: "upkeep" | "bottlePair"): string[] {
  return [
    t("cause.upkeep"),
    t(`cause.${state}`, { code: "B-1" }),
    // @ts-expect-error no such key
    t("cause.upkept"),
    // @ts-expect-error a group of texts is no text
    t("cause"),
    // @ts-expect-error a key of another feature
    t("none.title.of.posts"),
  ];
}
