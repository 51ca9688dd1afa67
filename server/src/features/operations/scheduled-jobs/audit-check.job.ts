import type { ChainCheck } from "../../../platform/custody/chain-keeper.ts";
import type { JobDefinition } from "../../../platform/job-definition.ts";
import type { LocalizedText } from "../../../platform/localized-text.ts";
import type { CustodyService } from "../../laboratory/custody/custody.service.ts";
import type { AuditService } from "../../system/audit/audit.service.ts";
import type { NoticeService } from "../../system/notices/notice.service.ts";

type Notices = Pick<NoticeService, "notify">;

/** Walks the chain of the operation log every night; what is broken is reported to the administrators. */
export function auditCheckJob(options: {
  audit: Pick<AuditService, "check">;
  notices: Notices;
}): JobDefinition {
  return {
    key: "auditCheck",
    name: { en: "Operation log check", zh: "操作日志校验" },
    about: {
      en: "Verifies the hash chain of the operation log and publishes a notice if it is broken.",
      zh: "校验操作日志的哈希链，发现异常时发布通知。",
    },
    defaultCron: "40 2 * * *",
    run: async () =>
      report(await options.audit.check(), options.notices, {
        key: "audit",
        chain: { en: "operation log", zh: "操作日志" },
      }),
  };
}

/** The same for the custody chain. */
export function custodyCheckJob(options: {
  custody: Pick<CustodyService, "check">;
  notices: Notices;
}): JobDefinition {
  return {
    key: "custodyCheck",
    name: { en: "Custody chain check", zh: "保管链校验" },
    about: {
      en: "Verifies the custody chain and publishes a notice if it is broken.",
      zh: "校验保管链，发现异常时发布通知。",
    },
    defaultCron: "50 2 * * *",
    run: async () =>
      report(await options.custody.check(), options.notices, {
        key: "custody",
        chain: { en: "custody chain", zh: "保管链" },
      }),
  };
}

async function report(
  { fault, rows, signedTo }: ChainCheck,
  notices: Notices,
  { key, chain }: { key: string; chain: LocalizedText },
): Promise<LocalizedText> {
  if (fault === null) {
    return {
      en: `${rows} records intact, signed up to no. ${signedTo}.`,
      zh: `共 ${rows} 条记录，完整无误，已签名至第 ${signedTo} 条。`,
    };
  }
  await notices.notify({
    audience: { kind: "administrators" },
    title: { en: `Integrity check of the ${chain.en} failed`, zh: `${chain.zh}完整性校验未通过` },
    text: {
      en: `Record no. ${fault.seq} of the ${chain.en} fails verification (${fault.kind}). The platform does not sign this chain until the fault is resolved. Export the chain and verify it with custody-verify --head.`,
      zh: `${chain.zh}第 ${fault.seq} 条记录校验未通过（${fault.kind}），处理之前平台不再为该链签名。请导出日志链并使用 custody-verify --head 校验。`,
    },
    kind: "notice",
    key: `${key}/${fault.kind}/${fault.seq}`,
  });
  throw new Error(`record no. ${fault.seq} of the ${chain.en} is broken: ${fault.kind}`);
}
