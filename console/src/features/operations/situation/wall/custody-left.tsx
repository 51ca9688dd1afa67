import { boxWorkState, sealState } from "@tracewater/contract/operations/situation-custody";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../../kit/number.ts";
import { SealMark } from "./seal-mark.tsx";
import { Reason, Section } from "./section.tsx";
import type { Custody } from "./use-custody.ts";

/** The seals of everything in custody. */
export function SealSection({ custody }: { custody: Custody }) {
  const { t } = useTranslation("operations-situation");
  return (
    <Section
      title={t("custody.seals")}
      note={t("custody.inCustody", { count: custody.items, formatted: formatNumber(custody.items) })}
    >
      <ul className="wall-rows">
        {sealState.options.map((seal) => (
          <li
            key={seal}
            className={`custody-count custody-seal-${seal}`}
            data-none={custody.seals[seal] === 0 ? "yes" : undefined}
          >
            <SealMark seal={seal} />
            <span className="wall-name">{t(`custody.seal.${seal}`)}</span>
            <span className="wall-figure">{formatNumber(custody.seals[seal])}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Boxes by the state that they report; one that nothing is in is left out where it says nothing. */
export function BoxSection({ boxes }: { boxes: Custody["boxes"] }) {
  const { t } = useTranslation("operations-situation");
  return (
    <Section
      title={t("custody.boxes")}
      note={
        boxes === null
          ? null
          : t("custody.boxesIn", { count: boxes.count, places: formatNumber(boxes.places.length) })
      }
    >
      {boxes === null ? (
        <Reason text={t("wall.notAllowed")} />
      ) : boxes.count === 0 ? (
        <Reason text={t("custody.noBoxes")} />
      ) : (
        <ul className="wall-rows">
          {boxWorkState.options
            .filter((state) => state !== "unknown" || boxes.states.unknown > 0)
            .map((state) => (
              <li key={state} className="custody-box" data-state={boxes.states[state] === 0 ? "none" : state}>
                <span className="wall-name">{t(`custody.box.${state}`)}</span>
                <span className="wall-figure">{formatNumber(boxes.states[state])}</span>
              </li>
            ))}
        </ul>
      )}
    </Section>
  );
}

const shownOverdue = 2;

/** Boxes that were to be back from an undertaking. */
export function OverdueSection({ boxes }: { boxes: Custody["boxes"] }) {
  const { t } = useTranslation("operations-situation");
  if (boxes === null) return null;
  return (
    <Section title={t("custody.overdue")} note={t("custody.overdueNote", { count: boxes.overdueCount })}>
      {boxes.overdue.length === 0 ? (
        <Reason text={t("custody.noOverdue")} />
      ) : (
        <ul className="wall-rows">
          {boxes.overdue.slice(0, shownOverdue).map((one) => (
            <li key={one.undertakingNo} className="custody-overdue">
              <span className="wall-name">{one.deviceName}</span>
              <span className="wall-time">{t("custody.due", { day: one.dueOn })}</span>
              <span className="wall-second">{`${one.undertakingNo} · ${one.undertaker}`}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
