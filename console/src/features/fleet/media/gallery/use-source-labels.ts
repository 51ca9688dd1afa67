import type { MediaItem } from "@tracewater/contract/fleet/media";
import { useTranslation } from "react-i18next";

/** What brought a picture or a clip, in words. */
export function useSourceLabels(): (item: MediaItem) => string {
  const { t, i18n } = useTranslation("fleet-media");
  return ({ origin, source }) => {
    const known = `source.${source}`;
    const name = i18n.exists(known, { ns: "fleet-media" }) ? t(known as "source.snapshot") : source;
    return t(`origin.${origin}`, { name });
  };
}
