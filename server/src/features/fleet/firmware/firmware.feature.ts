import { resultCode } from "@tracewater/contract/envelope";
import { familyKey } from "@tracewater/contract/fleet/families";
import {
  addFirmware,
  downloadFirmware,
  type Firmware,
  listFirmware,
  removeFirmware,
} from "@tracewater/contract/fleet/firmware";
import { notFound } from "../../../platform/app-error.ts";
import { sendRange } from "../../../platform/files/send-range.ts";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { takeUpload } from "../../../platform/http/take-upload.ts";
import type { FirmwareService } from "./firmware.service.ts";
import type { CountedFirmware, FirmwareRow } from "./firmware.store.ts";
import type { FirmwareFiles } from "./firmware-files.ts";
import type { UpgradeService } from "./upgrade.service.ts";

/** The versions of firmware, and the download that devices make. */
export function serveFirmware(
  serve: Serve,
  parts: { firmware: FirmwareService; upgrades: UpgradeService; files: FirmwareFiles },
): void {
  const { firmware, upgrades, files } = parts;
  serve.forCaller(listFirmware, async ({ query }, caller) => {
    const { rows, total } = await firmware.list(caller.scope, query, (all) => pageOf(query, all));
    return { rows: rows.map(toFirmware), total };
  });

  serve.forCaller(addFirmware, async ({ query, request, audit }, caller) => {
    const path = await firmware.planUpload();
    try {
      const { fileName } = await takeUpload(request, path);
      const added = await firmware.add(
        { ...query, actorName: caller.nickName },
        { path, name: fileName.slice(0, 200) },
      );
      audit({ subject: auditSubject(added), after: toAuditPayload(added) });
      return { data: { id: added.id, size: Number(added.size), sha256: added.sha256 } };
    } finally {
      await firmware.discard(path);
    }
  });

  serve.forCaller(removeFirmware, async ({ params, audit }) => {
    const before = await firmware.remove(params.id);
    audit({ subject: auditSubject(before), before: toAuditPayload(before) });
    return {};
  });

  serve.openStream(downloadFirmware, async ({ params, request, reply }) => {
    const upgrade = await upgrades.findDownload(params.token);
    const handle = upgrade === null ? null : await files.open(upgrade.sha256);
    if (upgrade === null || handle === null) {
      // With the status too: a device takes an answer of HTTP 200 for the file itself.
      const nothing = { code: resultCode.notFound, msg: notFound(fileKind).text.en, requestId: request.id };
      reply.status(404).type("application/json; charset=utf-8").send(JSON.stringify(nothing));
      return;
    }
    const { size, sha256: digest, fileName: name } = upgrade;
    await sendRange({ request, reply }, { handle, size: Number(size), digest, name });
  });
}

const fileKind = { en: "file", zh: "文件" };

function auditSubject({ id, module, version }: FirmwareRow): AuditChange["subject"] {
  return { kind: "firmware", id, name: `${module} ${version}` };
}

function toAuditPayload(row: FirmwareRow) {
  const { productName, module, version, fileName, size, sha256, notes } = row;
  return { productName, module, version, fileName, size: Number(size), sha256, notes };
}

function toFirmware(row: CountedFirmware): Firmware {
  const { actorName, createdAt, size, typeKey, ...rest } = row;
  return {
    ...rest,
    typeKey: familyKey.parse(typeKey),
    size: Number(size),
    actor: actorName,
    createdAt: createdAt.getTime(),
  };
}
