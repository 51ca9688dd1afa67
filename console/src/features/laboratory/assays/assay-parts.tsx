import type { AssayState } from "@tracewater/contract/laboratory/assay-fields";
import { assayWords } from "@tracewater/contract/laboratory/assay-words";
import type { Assay, AssayWarning } from "@tracewater/contract/laboratory/assays";
import Popover from "antd/es/popover";
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Quantity } from "../../../kit/quantity.tsx";
import { State, type StateShape, type Tone } from "../../../kit/state.tsx";
import { useResourceWords } from "../../../resource/page-resource.ts";

/** The words of assays, by their key. */
export function useAssayWords() {
  return useResourceWords({ words: assayWords });
}

const stateTones: Record<AssayState, { tone: Tone; shape?: StateShape }> = {
  draft: { tone: "off", shape: "dash" },
  inReview: { tone: "info", shape: "half" },
  approved: { tone: "ok" },
  rejected: { tone: "critical" },
  superseded: { tone: "off" },
};

export function AssayStateMark({ state, variant }: { state: AssayState; variant?: "plain" | "tag" }) {
  const word = useAssayWords();
  return <State {...stateTones[state]} label={word(`state.${state}`)} variant={variant ?? "plain"} />;
}

const flagTones: Record<Assay["flag"], { tone: Tone; shape?: StateShape }> = {
  quantified: { tone: "ok" },
  belowLoq: { tone: "warn" },
  notDetected: { tone: "off" },
  aboveRange: { tone: "major" },
  rejected: { tone: "critical" },
};

export function FlagMark({ flag }: Pick<Assay, "flag">) {
  const word = useAssayWords();
  return <State {...flagTones[flag]} label={word(`flag.${flag}`)} />;
}

/** What the quality control of its batch says of a result; a dash where it says nothing. */
export function QualityMark({ row }: { row: Assay }) {
  const word = useAssayWords();
  if (row.qc === "none") return <span className="assay-quiet">—</span>;
  const list = row.qcFailures.map((one) => word(`qc.${one}`)).join(", ");
  return (
    <span title={list === "" ? row.batchNo : `${row.batchNo}: ${list}`}>
      <State tone={row.qc === "passed" ? "ok" : "critical"} label={word(`qc.${row.qc}`)} />
    </span>
  );
}

/** A concentration digit by digit as it was entered; what lies below a limit as that limit, never as a zero. */
export function Concentration({ row, unit }: { row: Assay; unit?: boolean }) {
  const { flag, value, lod, loq } = row;
  const limit = flag === "belowLoq" ? loq : flag === "notDetected" ? (lod ?? loq) : null;
  return (
    <Quantity
      value={value}
      unit={unit ? "μg/L" : undefined}
      flag={limit === null ? undefined : `< ${limit}${unit ? " μg/L" : ""}`}
      {...(unit ? { uncertainty: row.uncertainty } : {})}
    />
  );
}

/** What has to be said beside a number: a sign whose sentence opens on hover and on focus. */
export function WarningMark({ warning }: { warning: AssayWarning }) {
  const { t } = useTranslation("laboratory-assays");
  const title = t(`warning.${warning.key}.title`);
  return (
    <Popover
      trigger={["hover", "focus", "click"]}
      placement="left"
      title={title}
      content={
        <div className="assay-warning-text">
          <p>{t(`warning.${warning.key}.text`)}</p>
          <p className="assay-quiet">{t("warning.source", { source: warning.source })}</p>
        </div>
      }
    >
      <button type="button" className="assay-warning" aria-label={title}>
        <TriangleAlert size={16} />
      </button>
    </Popover>
  );
}

export const categoryOf = {
  ...{
    amp: "meth",
    cotinine: "other",
    benzoylEconine: "cocaine",
    cbd: "weed",
    cbn: "weed",
    cocaine: "cocaine",
  },
  ...{
    codeine: "other",
    ketamine: "specialK",
    mamp: "meth",
    mda: "ecstasy",
    mdea: "ecstasy",
    mdma: "ecstasy",
  },
  ...{ methcathinone: "other", morphine: "heroin", norketamine: "specialK", thc: "weed", thcCooh: "weed" },
  o6Acethyl: "heroin",
} as const satisfies Record<Assay["analyte"], string>;

/** The category with its square; a colour never stands alone. */
export function Category({ analyte }: Pick<Assay, "analyte">) {
  const { t } = useTranslation("laboratory-assays");
  const category = categoryOf[analyte];
  return (
    <span className="assay-category">
      <span className="assay-square" style={{ background: `var(--drug-${category})` }} />
      {t(`category.${category}`)}
    </span>
  );
}

export function AnalyteCell({ analyte }: Pick<Assay, "analyte">) {
  const word = useAssayWords();
  return (
    <span className="assay-analyte">
      {word(`analyte.${analyte}`)} <code>{analyte}</code>
    </span>
  );
}

export function By({ row }: { row: Assay }) {
  const { t } = useTranslation("laboratory-assays");
  const { analyst, reviewer } = row;
  const isOpen = row.state === "draft" || row.state === "inReview";
  const text = t(isOpen || reviewer === "" ? "byOpen" : "byBoth", { analyst, reviewer });
  return <span title={text}>{text}</span>;
}
