/** Three new resources, each begun in another way: a table, a sheet of twelve columns, and fields with a unit. */
import { defaultRoles } from "./model-defaults.ts";
import { carriers } from "./models.fixture.ts";
import type { ResourceModel } from "./resource-model.ts";
import { modelOfSheet, readSheetFacts } from "./sheet-facts.ts";
import { modelOfTable, type TableColumn } from "./table-facts.ts";

const column = (name: string, type: string, part: Partial<TableColumn> = {}): TableColumn => ({
  ...{ name, type, nullable: false, initial: null, isIdentity: false, comment: null, references: null },
  ...part,
});

/** As the catalog describes it. */
const reagentTable = {
  table: "reagent",
  comment: null,
  columns: [
    column("id", "integer", { isIdentity: true }),
    column("reagent_code", "text", { comment: "Reagent code | 试剂编号" }),
    column("supplier", "text", { initial: "''::text", comment: "Supplier | 供应商" }),
    column("grade", "text", { initial: "'ar'::text" }),
    column("bottles", "integer", { initial: "0" }),
    column("purity", "double precision", { nullable: true }),
    column("opened_on", "date", { nullable: true }),
    column("status", "text", { initial: "'0'::text" }),
    column("created_at", "timestamp with time zone", { initial: "now()" }),
  ],
  checks: [
    "(grade = ANY (ARRAY['ar'::text, 'gr'::text, 'lcms'::text]))",
    "(status = ANY (ARRAY['0'::text, '1'::text]))",
    "((bottles >= 0) AND (bottles <= 10000))",
    "((purity >= (0)::double precision) AND (purity <= (100)::double precision))",
    "(char_length(supplier) <= 120)",
  ],
  uniques: [["reagent_code"]],
};

const heads = [
  ...["Serial no.", "Model", "Maker", "State", "Bought on", "Weight (kg)"],
  ...["Channels", "Room", "Calibrated on", "Limit (µg/L)", "Owner", "Comment"],
];

const sheetRows = [
  heads,
  ...Array.from({ length: 40 }, (_, at) => [
    ...[
      `PMP-${1000 + at}`,
      ["QT-1", "QT-2", "ZX"][at % 3] ?? "",
      `Maker ${at}`,
      ["spare", "inUse"][at % 2] ?? "",
    ],
    ...[new Date(Date.UTC(2024, at % 12, 3)), 12.5 + at, (at % 8) + 1, `R-${at % 30}`],
    ...[at % 4 === 0 ? null : "2026-02-11", at / 100, `Person ${at}`, at % 2 === 0 ? "checked" : ""],
  ]),
];

export function threeModels(): ResourceModel[] {
  const sheet = modelOfSheet(readSheetFacts(sheetRows), "DosingPump", "DosingPumps");
  return [
    { ...modelOfTable(reagentTable), migration: "0920" },
    {
      ...sheet,
      ...{ area: "laboratory", path: "/v2/admin/laboratory/dosingPump", permission: "laboratory:dosingPump" },
      ...{ menuPath: "/laboratory/dosingPump", migration: "0921", roles: defaultRoles("laboratory") },
    },
    { ...carriers, migration: "0922" },
  ];
}
