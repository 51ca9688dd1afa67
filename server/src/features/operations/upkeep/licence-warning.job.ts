import type { JobDefinition } from "../../../platform/job-definition.ts";
import type { LicenceService, LicenceWarning } from "../../system/licences/licence.service.ts";
import type { NoticeService, Told } from "../../system/notices/notice.service.ts";

/** Tells units 30, 7 and 1 days ahead that their authorization ends. */
export function licenceWarningJob(options: {
  licences: Pick<LicenceService, "listDue" | "markWarned">;
  notices: Pick<NoticeService, "tell">;
}): JobDefinition {
  return {
    key: "licenceWarning",
    name: { en: "Authorization warnings", zh: "授权到期提醒" },
    about: {
      en: "Tells a unit 30, 7 and 1 days ahead that its authorization ends.",
      zh: "在单位授权到期前 30 天、7 天和 1 天发出提醒。",
    },
    defaultCron: "0 8 * * *",
    async run() {
      const due = await options.licences.listDue();
      const failures: unknown[] = [];
      for (const warning of due) {
        try {
          await options.notices.tell(noticeOf(warning));
          // Marked after it was told: one that could not be told is due again, and the key keeps it from being told twice.
          await options.licences.markWarned(warning);
        } catch (error) {
          failures.push(error); // one unit's warning does not keep the others from theirs
        }
      }
      if (failures.length > 0) throw failures[0];
      return { en: `${due.length} units warned.`, zh: `已提醒 ${due.length} 个单位。` };
    },
  };
}

function noticeOf({ licenceId, unitId, unitName, validUntil, daysLeft, ahead }: LicenceWarning): Told {
  return {
    audience: { kind: "units", unitIds: [unitId] },
    title: {
      en: `The authorization ends in ${daysLeft} ${daysLeft === 1 ? "day" : "days"}`,
      zh: `授权将在 ${daysLeft} 天后到期`,
    },
    text: {
      en: `The authorization of ${unitName} is valid until ${validUntil}. Ask the platform's administrator for a code in time.`,
      zh: `“${unitName}”的授权有效期至 ${validUntil}，请及时向平台管理员申请授权码。`,
    },
    kind: "notice",
    key: `licence/${licenceId}/${ahead}`,
  };
}
