import { useTranslation } from "react-i18next";

/** Why an aliquot was missed, and what asked for it, in words; what the device made up stands as it came. */
export function useSamplingWords() {
  const { t, i18n } = useTranslation("field-samplers");
  const word = (group: string, key: string) => {
    const path = `${group}.${key}`;
    return key !== "" && i18n.exists(path, { ns: "field-samplers" }) ? t(path) : key || "—";
  };
  return {
    reasonOf: (reason: string) => word("reason", reason),
    triggerOf: (trigger: string) => word("trigger", trigger),
  };
}
