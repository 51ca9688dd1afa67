import { action, type BuiltInMenu } from "./menu-entry.ts";

/** Who screens in the field, who works in the laboratory, who reads what they did. */
const readers = ["viewer", "operator", "engineer", "unitAdmin", "auditor", "analyst", "reviewer"];
const testers = ["operator", "engineer", "unitAdmin", "analyst"];
const fileReaders = ["unitAdmin", "auditor", "analyst", "reviewer"];
/** All units share types and lots: only who reaches all of them changes them. */
const keepers = ["unitAdmin"];

/** Who says when controls are due, and who may let results of a locked-out detector count. */
const planners = ["engineer", "unitAdmin", "reviewer"];
const overriders = ["unitAdmin", "reviewer"];

/** The pages of test boards, in the laboratory's menu. */
export const boardPages: readonly BuiltInMenu[] = [
  {
    key: "boardTests",
    kind: "page",
    title: "page.boardTests",
    path: "/measureBoard/test",
    component: "laboratory/boards/board-test-list",
    icon: "scan-line",
    permission: "laboratory:boardTest:list",
    roles: readers,
    children: [
      action("boardTests.query", "action.query", "laboratory:boardTest:query", readers),
      action("boardTests.edit", "action.edit", "laboratory:boardTest:edit", testers),
      action("boardTests.export", "action.export", "laboratory:boardTest:export", fileReaders),
    ],
  },
  {
    key: "boardControls",
    kind: "page",
    title: "page.boardControls",
    path: "/measureBoard/control",
    component: "laboratory/boards/board-control-list",
    icon: "shield-check",
    permission: "laboratory:boardTest:list",
    roles: readers,
    children: [
      action("boardControls.edit", "action.edit", "laboratory:boardControl:edit", planners),
      action(
        "boardControls.override",
        "action.overrideLockout",
        "laboratory:boardControl:override",
        overriders,
      ),
    ],
  },
  lotList(
    "boardsFluorescence",
    "page.fluorescenceBoards",
    "/measureBoard/measureBoard",
    "fluorescence-boards",
  ),
  lotList("boardsGold", "page.colloidBoards", "/measureBoardColloid/measureBoardColloid", "colloid-boards"),
  ...["query", "add", "edit", "remove", "export", "import"].map((verb) =>
    action(`boardLots.${verb}`, `action.${verb}`, `laboratory:boardLot:${verb}`, rolesFor(verb)),
  ),
  lotPage("boardFluorescence", "page.fluorescenceBoard", "/measureBoard/measureBoard_tab", "board_detail"),
  lotPage(
    "boardGold",
    "page.colloidBoard",
    "/measureBoardColloid/measureBoardColloid_tab",
    "board_detail_colloid",
  ),
  {
    key: "boardTypes",
    kind: "page",
    title: "page.boardTypes",
    path: "/measureBoard/type",
    component: "laboratory/boards/board-type-list",
    icon: "layers",
    permission: "laboratory:boardType:list",
    roles: readers,
    children: ["query", "add", "edit", "remove", "export", "import"].map((verb) =>
      action(`boardTypes.${verb}`, `action.${verb}`, `laboratory:boardType:${verb}`, rolesFor(verb)),
    ),
  },
  {
    key: "boardTest",
    kind: "page",
    title: "page.detectionRecord",
    path: "/handFastDetector/hand/:tableId/:deviceName",
    component: "laboratory/boards/board-test",
    hidden: true,
    roles: readers,
  },
];

/** The handheld's own tabs. */
export const handheldTabs: readonly BuiltInMenu[] = [
  tab("boardType", "page.boardType", "device_type"),
  tab("boardRecords", "page.detectionRecords", "detec_record"),
  tab("fastRecords", "page.fastRecords", "detec_fast_record"),
  tab("imageAnalysis", "page.imageAnalysis", "image_analysis"),
  tab("boardParameters", "page.detectionParameters", "detec_params"),
];

function rolesFor(verb: string): readonly string[] {
  if (verb === "query") return readers;
  return verb === "export" ? fileReaders : keepers;
}

function lotList(key: string, title: string, path: string, page: string): BuiltInMenu {
  return {
    ...{ key, kind: "page", title, path, component: `laboratory/boards/${page}`, icon: "test-tubes" },
    ...{ permission: "laboratory:boardLot:list", roles: readers },
  };
}

function lotPage(key: string, title: string, path: string, detail: string): BuiltInMenu {
  const component = "laboratory/boards/board-lot";
  return {
    ...{
      key,
      kind: "page",
      title,
      path: `${path}/:measureBoard_id?`,
      component,
      hidden: true,
      roles: readers,
    },
    children: [
      {
        ...{ key: `${key}.detail`, kind: "page", title: "page.boardDetail", path: detail },
        ...{ component: "laboratory/boards/board-detail", hidden: true, roles: readers },
      },
    ],
  };
}

function tab(key: string, title: string, path: string): BuiltInMenu {
  const component = `laboratory/boards/tabs/${path.replaceAll("_", "-")}`;
  return { key: `handheld.${key}`, kind: "page", title, path, component, roles: readers };
}
