import type { BuiltInMenu } from "./menu-entry.ts";

/** The console's page that says plainly that this version does not have it yet. */
export const notYetComponent = "system/blank/not-yet";

const readers = ["viewer", "operator", "engineer", "unitAdmin", "auditor"];
const administrators = ["unitAdmin"];
const onlyAdmin: readonly string[] = [];
const laboratory = [...readers, "analyst", "reviewer"];
const custody = ["unitAdmin", "custodian", "reviewer", "auditor"];
const everybody = [...new Set([...readers, ...laboratory, ...custody])];

type Later = readonly [path: string, title: string, roles: readonly string[], tabs?: readonly BuiltInMenu[]];

/**
 * Tabs that later versions bring to the device pages, each beneath its family's page: hidden, so that nobody meets
 * an empty tab, and there for whoever opens the address. Who builds a tab takes its line out of here.
 */
export const laterTabs = {
  liquidExtract: tabs("liquidExtract", [
    ["liquid_list", "page.detections"],
    ["liquid_list/detail/:time", "page.detection"],
  ]),
  handFastDetector: tabs("handFastDetector", [
    ["device_type", "page.boardType"],
    ["image_analysis", "page.imageAnalysis"],
    ["detec_record", "page.detectionRecords"],
    ["detec_params", "page.detectionParameters"],
    ["detec_fast_record", "page.fastRecords"],
  ]),
  evidenceBox: tabs("evidenceBox", [
    ["use_detail", "page.useDetail"],
    ["his_entrust", "page.pastEntrustments"],
    ["offsite_under", "page.offsiteUndertakings"],
    ["contract_award", "page.contractAwards"],
  ]),
} as const;

const boardTab = (path: string) => tabs(path, [[path, "page.boardDetail"]]);

const pages: readonly Later[] = [
  ["/handFastDetector/hand/:tableId/:deviceName", "page.detectionRecord", readers],
  ["/measureBoard/measureBoard", "page.fluorescenceBoards", readers],
  [
    "/measureBoard/measureBoard_tab/:measureBoard_id?",
    "page.fluorescenceBoard",
    readers,
    boardTab("board_detail"),
  ],
  ["/measureBoardColloid/measureBoardColloid", "page.colloidBoards", readers],
  [
    "/measureBoardColloid/measureBoardColloid_tab/:measureBoard_id?",
    "page.colloidBoard",
    readers,
    boardTab("board_detail_colloid"),
  ],
  ["/dataApply/liquid/detail/:time/:device_name", "page.detectionForUse", readers],
  ["/entrusted/entrusted", "page.entrustments", custody],
  ["/entrusted/entr/:tableId", "page.entrustment", custody],
  ["/entrusted/track/:tableId", "page.entrustmentTrack", custody],
  ["/evidence/item", "page.evidenceItems", custody],
  ["/contractaward/contract/:tableId/:deviceName", "page.contractAward", custody],
  ["/offsite/off/:tableId/:deviceName", "page.offsiteUndertaking", custody],
  ["/work/dispatch/:taskId", "page.workOrderDispatch", administrators],
  ["/statistics/report/:taskId", "page.statistics", laboratory],
  ["/appuser/appu/:tableId", "page.appUser", administrators],
  ["/tool/gen", "page.generatedModules", onlyAdmin],
  ["/gen/edit/:tableId", "page.generatedModule", onlyAdmin],
];

/**
 * Every route of the specification that no page of this version serves: hidden from the menu, so that nothing in it
 * leads to an empty page. Who builds a page declares it in the menu and takes its line out of here; where a store
 * still holds the placeholder, the next start takes it away.
 */
export const laterPages: BuiltInMenu = {
  key: "later",
  kind: "directory",
  title: "",
  path: "/",
  hidden: true,
  roles: everybody,
  children: pages.map(([path, title, roles, children = []]) => ({
    key: `later.${path}`,
    kind: "page",
    title,
    path,
    component: notYetComponent,
    hidden: true,
    roles,
    children,
  })),
};

function tabs(under: string, list: readonly (readonly [path: string, title: string])[]): BuiltInMenu[] {
  return list.map(([path, title]) => ({
    key: `later.${under}/${path}`,
    kind: "page",
    title,
    path,
    component: notYetComponent,
    hidden: true,
    roles: readers,
  }));
}
