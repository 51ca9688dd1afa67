import type { BoardGate } from "@tracewater/contract/laboratory/board-readings";
import { useTranslation } from "react-i18next";
import { State } from "../../../kit/state.tsx";

const tones = { pass: "ok", flag: "warn", refuse: "critical" } as const;
/** Gates that a value has to reach; the others are limits from above. */
const lower = new Set(["stripFound", "windowSize", "edgeContrast", "membraneDark", "sharpness"]);

/** What was checked of the picture, what came out and what it is held against; what was refused says what to do. */
export function GateChips({ gates }: { gates: readonly BoardGate[] }) {
  const { t } = useTranslation("laboratory-boards");
  const failed = gates.filter(({ verdict }) => verdict !== "pass");
  return (
    <>
      <ul className="board-gates">
        {gates.map((gate) => (
          <li key={gate.name}>
            <State
              tone={tones[gate.verdict]}
              variant="tag"
              label={t(`gate.${gate.name}`)}
              title={`${Number(gate.value.toPrecision(3))} ${lower.has(gate.name) ? "≥" : "≤"} ${gate.limit}`}
            />
          </li>
        ))}
      </ul>
      {failed.map((gate) => (
        <p key={gate.name} className="record-quiet">
          {t(`gate.${gate.name}`)}: {t(`hint.${gate.name}`)}
        </p>
      ))}
    </>
  );
}
