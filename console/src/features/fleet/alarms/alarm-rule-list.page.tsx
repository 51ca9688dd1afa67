import "./alarms.css";
import { type AlarmRule, alarmRules } from "@tracewater/contract/fleet/alarm-rules";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../kit/data-table/column.ts";
import { State } from "../../../kit/state.tsx";
import { SeverityTag, useAlarmLabels, useNameOf } from "../../../pickers/alarm-labels.tsx";
import { ResourcePage } from "../../../resource/resource-page.tsx";
import { AlarmRuleForm } from "./alarm-rule-form.tsx";
import { useModelLabels } from "./model-labels.ts";
import { RuleFiles } from "./rule-files.tsx";

/** What makes an alarm. */
export default function AlarmRuleListPage() {
  const { t } = useTranslation("fleet-alarms");
  const nameOf = useNameOf();
  return (
    <ResourcePage
      resource={alarmRules}
      columns={(declared) => toColumns(declared, nameOf, t("condition"))}
      card={(rule) => <RuleCard rule={rule} />}
      blank={{ title: t("rules.title"), text: t("rules.text") }}
      form={(row, onClose) => <AlarmRuleForm rule={row} onClose={onClose} />}
      tools={<RuleFiles />}
    />
  );
}

const inCondition = ["identifier", "operator", "threshold", "durationS"];

/** Property, operator, threshold and time are one sentence. */
function toColumns(
  declared: Column<AlarmRule>[],
  nameOf: (rule: AlarmRule) => string,
  condition: string,
): Column<AlarmRule>[] {
  return declared.flatMap((column): Column<AlarmRule>[] => {
    switch (column.id) {
      case "name":
        return [{ ...column, width: 200, flexible: true, cell: nameOf }];
      case "source":
        return [
          {
            ...{ id: "condition", label: condition, width: 220, flexible: true },
            cell: (rule) => <Condition rule={rule} />,
          },
        ];
      case "severity":
        return [{ ...column, width: 110, cell: (rule) => <SeverityTag severity={rule.severity} /> }];
      case "typeKey":
        return [{ ...column, width: 140, flexible: true }];
      case "openCount":
        return [{ ...column, width: 116 }];
      case "unitId":
        return [{ ...column, cell: (rule) => <RuleUnit rule={rule} /> }];
      case "status":
        return [{ ...column, width: 110, cell: (rule) => <RuleState rule={rule} /> }];
      default:
        return inCondition.includes(column.id) ? [] : [column];
    }
  });
}

/** "Box temperature above 8 °C for 30 min". */
function Condition({ rule }: { rule: AlarmRule }) {
  const { t } = useTranslation("fleet-alarms");
  const label = useAlarmLabels();
  const model = useModelLabels(rule.typeKey);
  const time = useTimeLabels();
  if (rule.source === "silent" || rule.source === "offline") {
    return <>{t("conditionFor", { what: label(`source.${rule.source}`), time: time(rule.durationS) })}</>;
  }
  if (rule.source === "event") return <>{t("cause.event", { name: model.eventName(rule.identifier) })}</>;
  const what = [
    model.propertyName(rule.identifier),
    model.isState(rule.identifier) && rule.operator === "eq" ? ":" : ` ${label(`operator.${rule.operator}`)}`,
    ` ${model.valueText(rule.identifier, rule.threshold)}`,
  ].join("");
  return <>{rule.durationS === 0 ? what : t("conditionFor", { what, time: time(rule.durationS) })}</>;
}

function useTimeLabels(): (seconds: number) => string {
  const { t } = useTranslation("fleet-alarms");
  return (seconds) => {
    if (seconds % 3600 === 0) return t("time.hours", { count: seconds / 3600 });
    if (seconds % 60 === 0) return t("time.minutes", { count: seconds / 60 });
    return t("seconds", { count: seconds });
  };
}

function RuleUnit({ rule }: { rule: AlarmRule }) {
  const { t } = useTranslation("fleet-alarms");
  return rule.unitId === null ? <span className="alarm-quiet">{t("allUnits")}</span> : rule.unitName;
}

function RuleState({ rule }: { rule: AlarmRule }) {
  const label = useAlarmLabels();
  return <State tone={rule.status === "0" ? "ok" : "off"} label={label(`status.${rule.status}`)} />;
}

function RuleCard({ rule }: { rule: AlarmRule }) {
  const nameOf = useNameOf();
  return (
    <div className="rule-card">
      <span className="alarm-card-line">
        <SeverityTag severity={rule.severity} />
        <RuleState rule={rule} />
      </span>
      <strong>{nameOf(rule)}</strong>
      <span className="alarm-quiet">
        <Condition rule={rule} />
      </span>
    </div>
  );
}
