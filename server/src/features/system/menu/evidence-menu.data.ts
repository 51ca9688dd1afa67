import { action, type BuiltInMenu } from "./menu-entry.ts";

/** Who has items in their hands: custodians, and the laboratory as examiners and reviewers. */
const handlers = ["unitAdmin", "custodian", "examiner", "analyst", "reviewer"];
/** Who decides on entrustments and approves destructions. */
const approvers = ["unitAdmin", "approver", "reviewer"];
const registrars = ["unitAdmin", "custodian"];
const readers = [...handlers, "approver", "auditor"];

/** The pages of evidence circulation. */
export const evidenceMenu: BuiltInMenu = {
  key: "evidence",
  kind: "directory",
  title: "menu.evidence",
  path: "/entrusted",
  icon: "package-check",
  roles: readers,
  children: [
    {
      key: "entrustments",
      kind: "page",
      title: "page.entrustments",
      path: "/entrusted/entrusted",
      component: "evidence/entrustments/entrustment-list",
      icon: "clipboard-list",
      permission: "evidence:entrustment:list",
      roles: readers,
      children: [
        action("entrustments.query", "action.query", "evidence:entrustment:query", readers),
        action("entrustments.add", "action.add", "evidence:entrustment:add", registrars),
        action("entrustments.handle", "action.handle", "evidence:entrustment:handle", handlers),
        action("entrustments.decide", "action.decide", "evidence:entrustment:decide", approvers),
        action("entrustments.export", "action.export", "evidence:entrustment:export", readers),
      ],
    },
    {
      key: "entrustment",
      kind: "page",
      title: "page.entrustment",
      path: "/entrusted/entr/:tableId",
      component: "evidence/entrustments/entrustment-detail",
      hidden: true,
      roles: readers,
    },
    {
      key: "entrustmentTrack",
      kind: "page",
      title: "page.entrustmentTrack",
      path: "/entrusted/track/:tableId",
      component: "evidence/entrustments/track",
      hidden: true,
      roles: readers,
    },
    {
      key: "evidenceItems",
      kind: "page",
      title: "page.evidenceItems",
      path: "/evidence/item",
      component: "evidence/entrustments/item-list",
      icon: "package-check",
      permission: "evidence:item:list",
      roles: readers,
      children: [
        action("evidenceItems.query", "action.query", "evidence:item:query", readers),
        action("evidenceItems.add", "action.add", "evidence:item:add", registrars),
        action("evidenceItems.handle", "action.handle", "evidence:item:handle", handlers),
        action("evidenceItems.export", "action.export", "evidence:item:export", readers),
        action("evidenceItems.approve", "action.approveDestruction", "evidence:item:approve", approvers),
      ],
    },
    {
      key: "evidenceInventories",
      kind: "page",
      title: "page.evidenceInventories",
      path: "/evidence/inventory",
      component: "evidence/inventories/inventory",
      icon: "scan-line",
      permission: "evidence:item:list",
      roles: readers,
    },
    {
      key: "evidenceDisposals",
      kind: "page",
      title: "page.evidenceDisposals",
      path: "/evidence/disposal",
      component: "evidence/entrustments/disposal-list",
      icon: "layout-list",
      permission: "evidence:item:list",
      roles: readers,
    },
  ],
};
