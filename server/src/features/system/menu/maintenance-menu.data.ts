import { action, type BuiltInMenu } from "./menu-entry.ts";

const readers = ["viewer", "operator", "engineer", "unitAdmin", "auditor"];
const operators = ["operator", "engineer", "unitAdmin"];
const administrators = ["unitAdmin"];
const engineers = ["engineer", "unitAdmin"];
const orderReaders = [...readers, "analyst", "reviewer"];

/** Alarms, the rules that make them, and what wears out. */
export const maintenanceMenu: BuiltInMenu = {
  key: "maintenance",
  kind: "directory",
  title: "menu.maintenance",
  path: "/maintenance",
  icon: "bell",
  roles: orderReaders,
  children: [
    {
      key: "maintenance.alarms",
      kind: "page",
      title: "page.alarms",
      path: "LogService",
      component: "fleet/alarms/alarm-list",
      icon: "bell",
      permission: "alarm:log:list",
      roles: readers,
      children: [
        action("alarms.query", "action.query", "alarm:log:query", readers),
        action("alarms.acknowledge", "action.acknowledge", "alarm:log:acknowledge", operators),
        action("alarms.clear", "action.clearAlarm", "alarm:log:clear", operators),
        action("alarms.shelve", "action.shelve", "alarm:log:shelve", operators),
        action("alarms.maintenance", "action.maintenanceMode", "alarm:maintenance:edit", engineers),
      ],
    },
    {
      key: "maintenance.rules",
      kind: "page",
      title: "page.alarmRules",
      path: "alarmRule",
      component: "fleet/alarms/alarm-rule-list",
      icon: "sliders",
      permission: "alarm:rule:list",
      roles: engineers,
      children: ["query", "add", "edit", "remove", "export", "import"].map((verb) =>
        action(`alarmRules.${verb}`, `action.${verb}`, `alarm:rule:${verb}`, engineers),
      ),
    },
    {
      key: "maintenance.displays",
      kind: "page",
      title: "page.displays",
      path: "display",
      component: "system/displays/display-list",
      icon: "scan-line",
      permission: "situation:display:list",
      roles: engineers,
      children: [
        action("displays.pair", "action.pairDisplay", "situation:display:pair", engineers),
        action("displays.edit", "action.edit", "situation:display:edit", engineers),
        action("displays.revoke", "action.revokeDisplay", "situation:display:revoke", engineers),
      ],
    },
    {
      key: "workOrders",
      kind: "page",
      title: "page.workOrders",
      path: "/work/work",
      component: "field/work-orders/work-order-list",
      icon: "briefcase",
      permission: "field:workOrder:list",
      roles: orderReaders,
      children: [
        action("workOrders.query", "action.query", "field:workOrder:query", orderReaders),
        action("workOrders.edit", "action.edit", "field:workOrder:edit", [...operators, "reviewer"]),
        action("workOrders.work", "action.doWork", "field:workOrder:work", operators),
        action("workOrders.dispatch", "action.dispatch", "field:workOrder:dispatch", administrators),
        action("workOrders.verify", "action.verify", "field:workOrder:verify", engineers),
      ],
    },
    {
      key: "workOrder",
      kind: "page",
      title: "page.workOrderEdit",
      path: "/work/edit/:taskId",
      component: "field/work-orders/work-order",
      hidden: true,
      roles: orderReaders,
    },
    {
      key: "workOrderDispatch",
      kind: "page",
      title: "page.workOrderDispatch",
      path: "/work/dispatch/:taskId",
      component: "field/work-orders/work-order-dispatch",
      hidden: true,
      roles: administrators,
    },
    {
      key: "maintenance.upkeep",
      kind: "page",
      title: "page.upkeep",
      path: "upkeep",
      component: "fleet/upkeep-items/upkeep-list",
      icon: "clipboard-list",
      permission: "upkeep:item:list",
      roles: readers,
      children: [
        action("upkeep.query", "action.query", "upkeep:item:query", readers),
        action("upkeep.do", "action.doUpkeep", "upkeep:item:do", operators),
        ...["add", "edit", "remove"].map((verb) =>
          action(`upkeep.${verb}`, `action.${verb}`, `upkeep:item:${verb}`, engineers),
        ),
      ],
    },
  ],
};
