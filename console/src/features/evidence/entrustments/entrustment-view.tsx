/** One entrustment whole: its letter, its persons, its items, its amounts, and who confirmed what. */
import type { EntrustmentDetail } from "@tracewater/contract/evidence/entrustments";
import { feeText } from "@tracewater/custody/amount-text";
import { ClipboardList } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { RecordHeader } from "../../../kit/record-header.tsx";
import { State, StateMark } from "../../../kit/state.tsx";
import { BalanceCard } from "./balance-card.tsx";
import { EntrustmentActions } from "./entrustment-actions.tsx";
import { DueDay, isOpinionLate } from "./entrustment-columns.tsx";
import { EntrustmentStateMark, useEntrustmentLabels } from "./evidence-labels.tsx";
import { ItemRows } from "./item-rows.tsx";

export function EntrustmentView({ entrustment }: { entrustment: EntrustmentDetail }) {
  const { t } = useTranslation("evidence-entrustments");
  const { items } = entrustment;
  return (
    <div className="record-stack">
      <RecordHeader
        icon={ClipboardList}
        name={entrustment.entrustmentNo}
        state={<EntrustmentStateMark state={entrustment.state} variant="tag" />}
        meta={[
          entrustment.clientName,
          entrustment.caseNo,
          t("items", { count: items.length }),
          <PathLink key="back" to="/entrusted/entrusted">
            {t("back")}
          </PathLink>,
        ]}
        actions={<EntrustmentActions entrustment={entrustment} />}
      />
      <div className="evidence-detail">
        <div className="record-stack">
          <Card title={t("letter")}>
            <Letter entrustment={entrustment} />
          </Card>
          <Card flush title={t("items", { count: items.length })}>
            <ItemRows items={items} />
          </Card>
          <BalanceCard balance={entrustment.balance} />
        </div>
        <div className="record-stack">
          <Card title={t("procedure")}>
            <Procedure entrustment={entrustment} />
          </Card>
          <Persons persons={entrustment.persons} recused={entrustment.recused} />
        </div>
      </div>
    </div>
  );
}

/** Who takes part in the case; a request for recusal stands out. */
function Persons({ persons, recused }: Pick<EntrustmentDetail, "persons" | "recused">) {
  const { t } = useTranslation("evidence-entrustments");
  return (
    <Card title={t("field.persons")}>
      {persons.length === 0 ? <p className="record-quiet">{t("person.none")}</p> : null}
      <ul className="evidence-people">
        {persons.map((person) => (
          <li key={`${person.role} ${person.name}`}>
            <strong>{person.name}</strong> <span className="record-quiet">{t(`role.${person.role}`)}</span>
            {person.recusalAsked ? (
              <State
                tone="warn"
                label={[t("person.recusal"), person.recusalGround].filter(Boolean).join(": ")}
              />
            ) : null}
          </li>
        ))}
        {recused.map((person) => (
          <li key={person.userId}>
            <strong>{person.name}</strong>{" "}
            <State tone="warn" label={`${t("recuse.recused")}: ${person.ground}`} />{" "}
            <span className="record-quiet">{t("recuse.by", { name: person.decidedBy })}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Letter({ entrustment }: { entrustment: EntrustmentDetail }) {
  const { t } = useTranslation("evidence-entrustments");
  const label = useEntrustmentLabels();
  const { fee, feeCurrency, feeNote, fetchWeeks } = entrustment;
  return (
    <Facts
      facts={[
        [label("clientName"), entrustment.clientName],
        [t("field.clientAddress"), entrustment.clientAddress],
        [t("field.contact"), [entrustment.contact, entrustment.phone].filter(Boolean).join(" · ")],
        [t("field.clientDocument"), entrustment.clientDocument],
        [label("unitName"), entrustment.unitName],
        [label("caseNo"), entrustment.caseNo],
        [label("workTypes"), entrustment.workTypes.map((type) => label(`workTypes.${type}`)).join(", ")],
        [t("field.purpose"), t(`purpose.${entrustment.purpose}`)],
        [
          t("field.examination"),
          [t(`examination.${entrustment.examination}`), entrustment.earlierNo].filter(Boolean).join(" · "),
        ],
        [t("field.matters"), entrustment.matters],
        [t("field.facts"), entrustment.facts],
        [
          t("field.disposition"),
          [
            t(`disposition.${entrustment.disposition}`),
            fetchWeeks === null ? "" : t("weeks", { count: fetchWeeks }),
          ]
            .filter(Boolean)
            .join(" · "),
        ],
        [t("field.risks"), entrustment.risks],
        [
          label("dueDate"),
          <DueDay key="due" day={entrustment.dueDate} isLate={isOpinionLate(entrustment)} />,
        ],
        [t("field.fee"), [feeText(fee, feeCurrency), feeNote].filter(Boolean).join(" · ")],
        [
          t("field.opinionDelivery"),
          `${t(`delivery.${entrustment.opinionDelivery}`)} · ${t("copies", { count: entrustment.copies })}`,
        ],
        [
          t("field.retention"),
          [t(`retention.${entrustment.retention}`), entrustment.retentionGround].filter(Boolean).join(" · "),
        ],
      ]}
    />
  );
}

/** Who decided, who examines and reviews, and the confirmation by both sides. */
function Procedure({ entrustment }: { entrustment: EntrustmentDetail }) {
  const { t } = useTranslation("evidence-entrustments");
  const label = useEntrustmentLabels();
  const { decision, refusalGround, decisionReason, reported } = entrustment;
  return (
    <Facts
      facts={[
        [
          label("decisionDue"),
          <DueDay key="due" day={entrustment.decisionDue} isLate={entrustment.isDecisionLate} />,
        ],
        [
          label("decision"),
          decision === null
            ? null
            : [
                label(`decision.${decision}`),
                refusalGround === null ? "" : t(`ground.${refusalGround}`),
                decisionReason,
              ]
                .filter(Boolean)
                .join(" · "),
        ],
        [t("decidedBy"), <Signed key="decided" by={entrustment.decided} />],
        [t("staff.firstExaminerId"), entrustment.firstExaminer?.name],
        [t("staff.secondExaminerId"), entrustment.secondExaminer?.name],
        [t("staff.reviewerId"), entrustment.reviewer?.name],
        [t("confirmed.client"), <Signed key="client" by={entrustment.clientConfirmed} />],
        [t("confirmed.institution"), <Signed key="institution" by={entrustment.institutionConfirmed} />],
        [label("reportNo"), entrustment.reportNo],
        [t("reportedBy"), <Signed key="reported" by={reported} />],
      ]}
    />
  );
}

function Signed({ by }: { by: { who: string; at: number } | null }) {
  if (by === null) return "—";
  return (
    <>
      <StateMark tone="ok" /> {by.who} <span className="num record-quiet">{formatMoment(by.at)}</span>
    </>
  );
}

export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="record-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null || value === undefined || value === "" ? "—" : value}</dd>
        </div>
      ))}
    </dl>
  );
}
