import { boardPages } from "./board-menu.data.ts";
import { detectionPages } from "./detection-menu.data.ts";
import { action, type BuiltInMenu } from "./menu-entry.ts";

const readers = ["unitAdmin", "analyst", "reviewer", "auditor"];
/** A factor changes every number that is computed after it: anyone who reviews numbers answers for it. */
const editors = ["unitAdmin", "reviewer"];

/** Who reads what was found in samples; who enters it; who reviews it, which is never the one who entered it. */
const assayReaders = [...new Set(["viewer", "operator", "engineer", ...readers])];
/** Runs of instruments are also of concern to who looks after the instruments. */
const runReaders = [...readers, "engineer"];
const analysts = ["unitAdmin", "analyst"];
/** Loads and reports are what is made public of it all. */
const loadReaders = ["viewer", ...readers];
const reviewers = ["unitAdmin", "reviewer"];

/** The laboratory's pages. */
export const laboratoryMenu: BuiltInMenu = {
  key: "laboratory",
  kind: "directory",
  title: "menu.laboratory",
  path: "/laboratory",
  icon: "flask-conical",
  roles: assayReaders,
  children: [
    {
      key: "assays",
      kind: "page",
      title: "page.waterAssays",
      path: "/waterAssay/assay",
      component: "laboratory/assays/assay-list",
      icon: "test-tubes",
      permission: "laboratory:assay:list",
      roles: assayReaders,
      children: [
        action("assays.query", "action.query", "laboratory:assay:query", assayReaders),
        action("assays.add", "action.add", "laboratory:assay:add", analysts),
        action("assays.edit", "action.edit", "laboratory:assay:edit", analysts),
        action("assays.remove", "action.remove", "laboratory:assay:remove", analysts),
        action("assays.review", "action.review", "laboratory:assay:review", reviewers),
        action("assays.export", "action.export", "laboratory:assay:export", [...readers]),
        action("assays.import", "action.import", "laboratory:assay:import", analysts),
      ],
    },
    {
      key: "assay",
      kind: "page",
      title: "page.waterAssay",
      path: "/waterAssay/detail",
      component: "laboratory/assays/assay-detail",
      hidden: true,
      roles: assayReaders,
    },
    {
      key: "assayImport",
      kind: "page",
      title: "page.assayImport",
      path: "/waterAssay/import",
      component: "laboratory/assay-sheets/sheet-import",
      hidden: true,
      permission: "laboratory:assay:import",
      roles: analysts,
    },
    ...boardPages,
    ...detectionPages,
    {
      key: "quality",
      kind: "page",
      title: "page.quality",
      path: "quality",
      component: "laboratory/quality/quality",
      icon: "gauge",
      permission: "laboratory:batch:list",
      roles: runReaders,
      children: [
        action("quality.query", "action.query", "laboratory:batch:query", runReaders),
        action("quality.edit", "action.edit", "laboratory:batch:edit", analysts),
        action("quality.export", "action.export", "laboratory:batch:export", readers),
      ],
    },
    {
      key: "batch",
      kind: "page",
      title: "page.batch",
      path: "batch",
      component: "laboratory/quality/batch",
      hidden: true,
      roles: runReaders,
    },
    {
      key: "loads",
      kind: "page",
      title: "page.loads",
      path: "load",
      component: "laboratory/loads/load-list",
      icon: "chart-spline",
      permission: "laboratory:load:list",
      roles: loadReaders,
      children: [
        action("loads.query", "action.query", "laboratory:load:query", loadReaders),
        action("loads.edit", "action.compute", "laboratory:load:edit", [...analysts, "reviewer"]),
        action("loads.export", "action.export", "laboratory:load:export", readers),
      ],
    },
    {
      key: "cities",
      kind: "page",
      title: "page.cities",
      path: "city",
      component: "laboratory/cities/city-loads",
      icon: "building",
      permission: "laboratory:load:list",
      roles: loadReaders,
    },
    {
      key: "populations",
      kind: "page",
      title: "page.populations",
      path: "population",
      component: "laboratory/populations/point-population",
      icon: "users",
      permission: "laboratory:population:query",
      roles: loadReaders,
      children: [
        action("populations.edit", "action.edit", "laboratory:population:edit", [...analysts, "reviewer"]),
      ],
    },
    {
      key: "reports",
      kind: "page",
      title: "page.reports",
      path: "/report/report",
      component: "laboratory/reports/report-list",
      icon: "file-text",
      permission: "laboratory:report:list",
      roles: loadReaders,
      children: [
        action("reports.query", "action.query", "laboratory:report:query", loadReaders),
        action("reports.add", "action.add", "laboratory:report:add", [...analysts, "reviewer"]),
        action("reports.export", "action.export", "laboratory:report:export", readers),
      ],
    },
    {
      key: "report",
      kind: "page",
      title: "page.pointReport",
      path: "/report/samplePointDetail",
      component: "laboratory/reports/point-report",
      hidden: true,
      roles: loadReaders,
    },
    {
      key: "limits",
      kind: "page",
      title: "page.limits",
      path: "limit",
      component: "laboratory/limits/limit-list",
      icon: "gauge",
      permission: "laboratory:limit:list",
      roles: readers,
      children: [
        action("limits.query", "action.query", "laboratory:limit:query", readers),
        action("limits.edit", "action.edit", "laboratory:limit:edit", editors),
        action("limits.release", "action.releaseHold", "laboratory:limit:release", editors),
      ],
    },
    {
      key: "factors",
      kind: "page",
      title: "page.factors",
      path: "factor",
      component: "laboratory/factors/factor-list",
      icon: "sliders",
      permission: "laboratory:factor:list",
      roles: readers,
      children: [
        action("factors.query", "action.query", "laboratory:factor:query", readers),
        action("factors.edit", "action.edit", "laboratory:factor:edit", editors),
      ],
    },
  ],
};
