import type { Upgrade, UpgradeCounts, UpgradeState } from "@tracewater/contract/fleet/firmware-upgrades";
import { useTranslation } from "react-i18next";
import { State, type Tone } from "../../../kit/state.tsx";

export const upgradeTones: Record<UpgradeState, Tone> = {
  queued: "off",
  told: "info",
  downloading: "info",
  installed: "info",
  succeeded: "ok",
  failed: "critical",
  timedOut: "major",
  cancelled: "off",
};

/** In the order in which they are in a bar: what is done, what is under way, what came to nothing, what waits. */
export const barStates: readonly UpgradeState[] = [
  "succeeded",
  "installed",
  "downloading",
  "told",
  "failed",
  "timedOut",
  "cancelled",
  "queued",
];

/** The state of one upgrade with its progress, or why it came to nothing. */
export function UpgradeMark({ upgrade }: { upgrade: Upgrade }) {
  const { t } = useTranslation("fleet-firmware");
  const { state, progress, reason, message } = upgrade;
  const label = state === "downloading" ? t("state.progress", { progress }) : t(`state.${state}`);
  const why = reason === null ? null : t(`reason.${reason}`, { version: message ?? "" });
  return (
    <span className="upgrade-mark">
      <State tone={upgradeTones[state]} label={label} />
      {why === null ? null : (
        <span className="firmware-quiet">
          {why}
          {message && reason !== "oldVersion" ? ` (${message})` : ""}
        </span>
      )}
    </span>
  );
}

export function countAll(counts: UpgradeCounts): number {
  return barStates.reduce((sum, state) => sum + counts[state], 0);
}

export function countOpen({ queued, told: notified, downloading, installed }: UpgradeCounts): number {
  return queued + notified + downloading + installed;
}

/** How the devices of a batch are, as one bar; its words say the same. */
export function CountsBar({ counts }: { counts: UpgradeCounts }) {
  const { t } = useTranslation("fleet-firmware");
  const all = countAll(counts);
  const shown = barStates.filter((state) => counts[state] > 0);
  const words = shown.map((state) => `${t(`state.${state}`)} ${counts[state]}`).join(", ");
  return (
    <span className="counts-bar" role="img" aria-label={words} title={words}>
      {shown.map((state) => (
        <span
          key={state}
          className={
            state === "queued" || state === "cancelled" ? "counts-part counts-part-off" : "counts-part"
          }
          style={{ flexGrow: counts[state] / all, background: `var(--${upgradeTones[state]}-dot)` }}
        />
      ))}
    </span>
  );
}
