import type { MediaItem, MediaState } from "@tracewater/contract/fleet/media";
import { useTranslation } from "react-i18next";
import { State, type Tone } from "../../../../kit/state.tsx";

const tones: Record<MediaState, Tone> = {
  stored: "ok",
  waiting: "info",
  refused: "critical",
  missing: "warn",
};

/** Whether it is here, and whether it is what the device said it would be. */
export function ItemState({ item }: { item: MediaItem }) {
  const { t } = useTranslation("fleet-media");
  if (item.state === "stored" && item.announcedSha256 !== null && item.announcedSha256 !== item.sha256) {
    return <State tone="critical" label={t("state.differs")} title={item.announcedSha256} />;
  }
  return <State tone={tones[item.state]} label={t(`state.${item.state}`)} />;
}
