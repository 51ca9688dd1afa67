import "./units.css";
import { type Unit, units } from "@tracewater/contract/system/units";
import { useTranslation } from "react-i18next";
import { hasPermission, useSession } from "../../../api/session.ts";
import type { Column } from "../../../kit/data-table/column.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";
import { ResourcePage } from "../../../resource/resource-page.tsx";
import { LicenceState } from "./licence-state.tsx";
import { unitPath } from "./unit-paths.ts";

/** The enterprise units with what is below each, and until when they are authorized. */
export default function UnitListPage() {
  const { t } = useTranslation("system-units");
  const label = useResourceLabels(units);
  const session = useSession();
  const mayOpen = hasPermission("system:dept:query", session);
  return (
    <ResourcePage
      resource={units}
      columns={(declared) => toColumns(declared, mayOpen)}
      card={(unit) => (
        <div className="unit-card">
          <UnitName unit={unit} mayOpen={mayOpen} />
          <span>
            <LicenceState unit={unit} />
          </span>
          <span>
            {label("members")} {unit.members} · {label("devices")} {unit.devices} · {label("points")}{" "}
            {unit.points}
          </span>
        </div>
      )}
      blank={{ title: t("none.title"), text: t("none.text") }}
    />
  );
}

const widths: Readonly<Record<string, number>> = {
  name: 230,
  licence: 112,
  licenceUntil: 138,
  departments: 112,
};

function toColumns(declared: Column<Unit>[], mayOpen: boolean): Column<Unit>[] {
  return declared.map((column) => {
    const width = widths[column.id] ?? column.width;
    if (column.id === "name") {
      return { ...column, width, cell: (unit) => <UnitName unit={unit} mayOpen={mayOpen} /> };
    }
    if (column.id === "licence") return { ...column, width, cell: (unit) => <LicenceState unit={unit} /> };
    return { ...column, width };
  });
}

function UnitName({ unit, mayOpen }: { unit: Unit; mayOpen: boolean }) {
  if (!mayOpen) return <strong>{unit.name}</strong>;
  return (
    <PathLink className="unit-link" to={unitPath(unit.deptId)} title={unit.name}>
      {unit.name}
    </PathLink>
  );
}
