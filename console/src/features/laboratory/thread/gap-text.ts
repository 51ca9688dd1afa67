import { useTranslation } from "react-i18next";
import { useDurationText } from "../../../kit/duration.ts";
import { type CustodyGap, gapReasons } from "./custody-gaps.ts";

/** What a gap is, as a sentence. */
export function useGapText(): (gap: CustodyGap) => string {
  const { t } = useTranslation("laboratory-thread");
  const duration = useDurationText();
  return (gap) =>
    gap.reason === "unrecorded"
      ? t("gap.unrecorded", { time: duration(gap.ms) })
      : t("gap.otherHands", { who: gap.before.from });
}

/** The gaps of one leg in a line for each reason: a single gap as its sentence, several as their number. */
export function useLegText(): (gaps: readonly CustodyGap[]) => string[] {
  const { t } = useTranslation("laboratory-thread");
  const duration = useDurationText();
  const gapText = useGapText();
  return (gaps) =>
    gapReasons.flatMap((reason) => {
      const own = gaps.filter((gap) => gap.reason === reason);
      const [first] = own;
      if (first === undefined) return [];
      if (own.length === 1) return [gapText(first)];
      const time = duration(Math.max(...own.map((gap) => gap.ms)));
      return [t(`gap.several.${reason}`, { count: own.length, time })];
    });
}
