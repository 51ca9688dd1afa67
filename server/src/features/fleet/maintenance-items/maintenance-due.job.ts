import type { JobDefinition } from "../../../platform/job-definition.ts";
import type { MaintenanceItemService } from "./maintenance-item.service.ts";

/** Raises an alarm for what is overdue, and ends it where it is so no more. */
export function maintenanceDueJob(items: Pick<MaintenanceItemService, "sweep">): JobDefinition {
  return {
    key: "upkeepDue",
    name: { en: "Maintenance due check", zh: "维护到期检查" },
    about: {
      en: "Raises alarms for consumables and calibrations that are overdue by date or counter.",
      zh: "对按日期或计数逾期的耗材和校准项目产生告警。",
    },
    defaultCron: "*/10 * * * *",
    async run() {
      const { raised, ended } = await items.sweep();
      return {
        en: `${raised} raised, ${ended} cleared.`,
        zh: `产生告警 ${raised} 条，恢复 ${ended} 条。`,
        idle: raised + ended === 0,
      };
    },
  };
}
