import type { JobDefinition } from "../../../platform/job-definition.ts";
import type { LicenceService, LicenceWarning } from "../../system/licences/licence.service.ts";
import type { NewNotice, NoticeService } from "../../system/notices/notice.service.ts";

/** Reports units 30, 7 and 1 days ahead that their authorization ends. */
export function licenceWarningJob(options: {
  licences: Pick<LicenceService, "listDue" | "markWarned">;
  notices: Pick<NoticeService, "notify">;
}): JobDefinition {
  return {
    key: "licenceWarning",
    name: { en: "Authorization expiry warnings", zh: "授权到期提醒" },
    about: {
      en: "Notifies a unit 30, 7 and 1 days before its authorization expires.",
      zh: "在单位授权到期前 30 天、7 天和 1 天发出提醒。",
    },
    defaultCron: "0 8 * * *",
    async run() {
      const due = await options.licences.listDue();
      const failures: unknown[] = [];
      for (const warning of due) {
        try {
          await options.notices.notify(noticeOf(warning));
          // Marked after it was reported: one that could not be reported is due again, and the key keeps it from being
          // reported twice.
          await options.licences.markWarned(warning);
        } catch (error) {
          failures.push(error); // one unit's warning does not keep the others from theirs
        }
      }
      if (failures.length > 0) throw failures[0];
      return {
        ...{ en: `${due.length} units notified.`, zh: `已提醒 ${due.length} 个单位。` },
        idle: due.length === 0,
      };
    },
  };
}

function noticeOf({ licenceId, unitId, unitName, validUntil, daysLeft, ahead }: LicenceWarning): NewNotice {
  return {
    audience: { kind: "units", unitIds: [unitId] },
    title: {
      en: `Authorization expires in ${daysLeft} ${daysLeft === 1 ? "day" : "days"}`,
      zh: `授权将在 ${daysLeft} 天后到期`,
    },
    text: {
      en: `The authorization of ${unitName} is valid until ${validUntil}. Ask the platform administrator for a new code before it expires.`,
      zh: `“${unitName}”的授权有效期至 ${validUntil}，请及时向平台管理员申请授权码。`,
    },
    kind: "notice",
    key: `licence/${licenceId}/${ahead}`,
  };
}
