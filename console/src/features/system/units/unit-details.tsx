/** The head of the page of a unit. */
import { type Unit, units } from "@tracewater/contract/system/units";
import Button from "antd/es/button";
import { Building2, Pencil } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { invalidate } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { State } from "../../../kit/state.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";
import { ResourceForm } from "../../../resource/resource-form.tsx";
import { LicenceState } from "./licence-state.tsx";

/** Who the unit is and what it holds; each count leads to its list. */
export function UnitDetails({ unit }: { unit: Unit }) {
  const { t } = useTranslation("system-units");
  const label = useResourceLabels(units);
  const [changing, setChanging] = useState(false);
  const facts = (["leader", "phone", "email", "creditCode", "address", "remark"] as const).filter(
    (name) => unit[name] !== "" || name === "leader" || name === "phone",
  );
  return (
    <Card className="unit-head-card">
      <div className="unit-head">
        <span className="unit-head-icon">
          <Building2 size={20} strokeWidth={1.3} />
        </span>
        <div className="unit-head-main">
          <h1>{unit.name}</h1>
          <span className="unit-head-tags">
            <span className="unit-quiet">{label("licence")}</span>
            <LicenceState unit={unit} />
            {unit.licenceUntil === null ? null : (
              <span className="unit-quiet">{t("until", { day: unit.licenceUntil })}</span>
            )}
            {unit.status === "1" ? <State tone="off" variant="tag" label={label("status.1")} /> : null}
          </span>
        </div>
        <Allowed to="system:dept:edit">
          <Button icon={<Pencil size={15} />} onClick={() => setChanging(true)}>
            {t("change")}
          </Button>
        </Allowed>
      </div>
      <UnitCounts unit={unit} />
      <dl className="unit-facts">
        {facts.map((name) => (
          <div key={name}>
            <dt>{label(name)}</dt>
            <dd>{unit[name] || "—"}</dd>
          </div>
        ))}
      </dl>
      {changing ? (
        <ResourceForm
          resource={units}
          row={unit}
          onClose={() => {
            setChanging(false);
            void invalidate(units.calls.get);
          }}
        />
      ) : null}
    </Card>
  );
}

function UnitCounts({ unit }: { unit: Unit }) {
  const label = useResourceLabels(units);
  return (
    <div className="unit-counts">
      <Count
        label={label("members")}
        value={unit.members}
        to={`/system/user?deptId=${unit.deptId}`}
        may="system:user:list"
      />
      <Count
        label={label("devices")}
        value={unit.devices}
        to={`/device/Sampling?unitId=${unit.deptId}`}
        may="device:sampler:list"
      />
      <Count
        label={label("points")}
        value={unit.points}
        to={`/samplePoint/samplePoint?unitId=${unit.deptId}`}
        may="field:samplePoint:list"
      />
      <Count label={label("departments")} value={unit.departments} />
    </div>
  );
}

function Count(props: { label: string; value: number; to?: string; may?: string }) {
  const number = <span className="unit-count-value">{props.value}</span>;
  const plain = (
    <span className="unit-count">
      {number}
      <span className="unit-count-label">{props.label}</span>
    </span>
  );
  if (props.to === undefined || props.may === undefined) return plain;
  return (
    <Allowed to={props.may} otherwise={plain}>
      <PathLink className="unit-count unit-count-link" to={props.to}>
        {number}
        <span className="unit-count-label">{props.label}</span>
      </PathLink>
    </Allowed>
  );
}
