import { useTranslation } from "react-i18next";

/** Why an aliquot was missed, and what asked for it, in words; what the device made up is as it came. */
export function useSamplingLabels() {
  const { t, i18n } = useTranslation("field-samplers");
  const label = (group: string, key: string): string => {
    const path = `${group}.${key}`;
    return key !== "" && i18n.exists(path, { ns: "field-samplers" }) ? t(path, key) : key || "—";
  };
  return {
    reasonOf: (reason: string) => label("reason", reason),
    triggerOf: (trigger: string) => label("trigger", trigger),
  };
}
