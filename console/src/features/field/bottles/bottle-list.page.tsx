import "./bottles.css";
import { type Bottle, bottles } from "@tracewater/contract/field/bottles";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { hasPermission, useSession } from "../../../api/session.ts";
import type { Column } from "../../../kit/data-table/column.ts";
import { useResourceLabels } from "../../../resource/page-resource.ts";
import { ResourcePage } from "../../../resource/resource-page.tsx";
import { BottleDrawer } from "./bottle-drawer.tsx";
import { BottleStateMark, placeText } from "./bottle-state.tsx";

/** Every bottle with its cap, its state and its place. */
export default function BottleListPage() {
  const { t } = useTranslation("field-bottles");
  const mayRead = hasPermission("field:bottle:query", useSession());
  const [open, setOpen] = useState<Bottle | null>(null);
  const codeOf = (bottle: Bottle) =>
    mayRead ? (
      <button type="button" className="bottle-open code" onClick={() => setOpen(bottle)}>
        {bottle.bodyCode}
      </button>
    ) : (
      <span className="code">{bottle.bodyCode}</span>
    );
  return (
    <>
      <ResourcePage
        resource={bottles}
        columns={(declared) => toColumns(declared, codeOf, t("place"))}
        card={(bottle) => <BottleCard bottle={bottle} code={codeOf(bottle)} />}
        blank={{ title: t("none.title"), text: t("none.text") }}
      />
      {open === null ? null : <BottleDrawer bottle={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function toColumns(
  declared: Column<Bottle>[],
  codeOf: (bottle: Bottle) => React.ReactNode,
  place: string,
): Column<Bottle>[] {
  const columns = declared.map((column) => {
    if (column.id === "bodyCode") return { ...column, width: 150, cell: codeOf };
    if (column.id === "capCode")
      return { ...column, cell: (bottle: Bottle) => <span className="code">{bottle.capCode ?? "—"}</span> };
    if (column.id === "state")
      return { ...column, width: 130, cell: (bottle: Bottle) => <BottleStateMark state={bottle.state} /> };
    // Most bottles are of one material, and the reader's unit owns them.
    if (column.id === "material" || column.id === "unitId") return { ...column, hiddenAtFirst: true };
    return column;
  });
  const where: Column<Bottle> = {
    id: "place",
    label: place,
    width: 150,
    cell: (bottle) => <span className="code">{placeText(bottle) ?? "—"}</span>,
  };
  return [...columns, where];
}

function BottleCard({ bottle, code }: { bottle: Bottle; code: React.ReactNode }) {
  const label = useResourceLabels(bottles);
  return (
    <div className="bottle-card">
      <span className="bottle-card-line">
        {code}
        <BottleStateMark state={bottle.state} />
      </span>
      <span className="bottle-quiet">
        {[bottle.capCode, `${label(`material.${bottle.material}`)}, ${bottle.volume} mL`, placeText(bottle)]
          .filter((part) => part !== null)
          .join(" · ")}
      </span>
    </div>
  );
}
