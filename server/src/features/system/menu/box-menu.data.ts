import { action, type BuiltInMenu } from "./menu-entry.ts";

const readers = ["viewer", "operator", "engineer", "unitAdmin", "auditor"];
const recordReaders = ["unitAdmin", "custodian", "reviewer", "auditor"];
const keepers = ["unitAdmin", "custodian"];
const exporters = ["unitAdmin", "custodian", "auditor"];

/** Tabs of an evidence box beyond those of every family. */
export const boxTabs: readonly BuiltInMenu[] = [
  page("evidenceBox.useDetail", "page.useDetail", "use_detail", "box-use", readers),
  {
    ...page(
      "evidenceBox.undertakings",
      "page.offsiteUndertakings",
      "offsite_under",
      "undertaking-list",
      recordReaders,
    ),
    permission: "evidence:undertaking:list",
    children: actionsOf("undertakings", "evidence:undertaking"),
  },
  {
    ...page(
      "evidenceBox.contractAwards",
      "page.contractAwards",
      "contract_award",
      "contract-award-list",
      recordReaders,
    ),
    permission: "evidence:contractAward:list",
    children: actionsOf("contractAwards", "evidence:contractAward"),
  },
];

/** One record of a box. */
export const boxPages: readonly BuiltInMenu[] = [
  {
    ...page(
      "undertaking",
      "page.offsiteUndertaking",
      "/offsite/off/:tableId/:deviceName",
      "undertaking",
      recordReaders,
    ),
    hidden: true,
  },
  {
    ...page(
      "contractAward",
      "page.contractAward",
      "/contractaward/contract/:tableId/:deviceName",
      "contract-award",
      recordReaders,
    ),
    hidden: true,
  },
];

function actionsOf(key: string, permission: string): BuiltInMenu[] {
  const roles: Record<string, readonly string[]> = {
    query: recordReaders,
    export: exporters,
    remove: ["unitAdmin"],
  };
  return ["query", "add", "edit", "remove", "export", "import"].map((verb) =>
    action(`${key}.${verb}`, `action.${verb}`, `${permission}:${verb}`, roles[verb] ?? keepers),
  );
}

function page(
  key: string,
  title: string,
  path: string,
  component: string,
  roles: readonly string[],
): BuiltInMenu {
  return { key, kind: "page", title, path, component: `evidence/boxes/${component}`, roles };
}
