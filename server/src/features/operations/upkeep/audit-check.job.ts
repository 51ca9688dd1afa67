import type { JobDefinition } from "../../../platform/job-definition.ts";
import type { AuditService } from "../../system/audit/audit.service.ts";
import type { NoticeService } from "../../system/notices/notice.service.ts";

/** Walks the chain of the operation log every night; what is broken is told to the administrators. */
export function auditCheckJob(options: {
  audit: Pick<AuditService, "check">;
  notices: Pick<NoticeService, "tell">;
}): JobDefinition {
  return {
    key: "auditCheck",
    name: { en: "Operation log check", zh: "操作日志校验" },
    about: {
      en: "Verifies the hash chain of the operation log and raises a notice where it is broken.",
      zh: "校验操作日志的哈希链，发现不完整时发布通知。",
    },
    defaultCron: "40 2 * * *",
    async run() {
      const { fault, rows, signedTo } = await options.audit.check();
      if (fault === null) {
        return {
          en: `${rows} records are whole, signed up to no. ${signedTo}.`,
          zh: `共 ${rows} 条记录，完整，已签名至第 ${signedTo} 条。`,
        };
      }
      await options.notices.tell({
        audience: { kind: "administrators" },
        title: { en: "The operation log is not whole", zh: "操作日志不完整" },
        text: {
          en: `Record no. ${fault.seq} of the operation log is broken (${fault.kind}). Export the chain and verify it with custody-verify.`,
          zh: `操作日志第 ${fault.seq} 条记录异常（${fault.kind}），请导出日志链并使用 custody-verify 校验。`,
        },
        kind: "notice",
        key: `audit/${fault.kind}/${fault.seq}`,
      });
      throw new Error(`record no. ${fault.seq} of the operation log is broken: ${fault.kind}`);
    },
  };
}
