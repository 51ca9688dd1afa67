import type { SealState } from "@tracewater/contract/operations/situation-custody";

/** A seal by its form: a tick in a ring, a dashed ring, an unequal sign, a broken ring with a bolt. */
export function SealMark({ seal }: { seal: SealState | null }) {
  const ring = { cx: 14, cy: 14, r: 11, fill: "none", stroke: "currentColor", strokeWidth: 2.2 };
  const line = { fill: "none", stroke: "currentColor", strokeWidth: 2.2 };
  return (
    <svg className={`custody-seal custody-seal-${seal ?? "silent"}`} viewBox="0 0 28 28" aria-hidden="true">
      {seal === null ? <circle cx="14" cy="14" r="4" fill="currentColor" /> : null}
      {seal === "intact" ? (
        <>
          <circle {...ring} />
          <path {...line} d="M9 14.5l3.6 3.5L19.5 10.5" />
        </>
      ) : null}
      {seal === "none" ? <circle {...ring} strokeDasharray="3.4 3.4" /> : null}
      {seal === "mismatch" ? (
        <>
          <circle {...ring} />
          <path {...line} d="M9 12h10M9 16.5h10M16.5 8.5l-5 11.5" />
        </>
      ) : null}
      {seal === "broken" ? (
        <>
          <circle {...ring} strokeDasharray="26 8.5" />
          <path {...line} d="M16 7l-5 7.5h6L12 22" />
        </>
      ) : null}
    </svg>
  );
}
