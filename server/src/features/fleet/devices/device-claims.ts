import { plainClaimCode, writeClaimLabel } from "@tracewater/contract/fleet/claim-label";
import type { DeviceLabel } from "@tracewater/contract/fleet/device-lifecycle";
import { type FamilyKey, families, familyKey } from "@tracewater/contract/fleet/families";
import { AppError } from "../../../platform/app-error.ts";
import { type Caller, mayDo } from "../../../platform/caller.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { OrgUnitService } from "../../system/org-units/org-unit.service.ts";
import { hashClaimCode, makeClaimCode } from "./claim-code.model.ts";
import { createDeviceClaimStore } from "./device-claim.store.ts";
import type { Allow, createDeviceLifecycleStore } from "./device-lifecycle.store.ts";

/** Labels with claim codes, and the devices that are claimed by them. */
export function createDeviceClaims(options: {
  db: Db;
  orgUnits: OrgUnitService;
  requireLiving: ReturnType<typeof createDeviceLifecycleStore>["listLiving"];
  roomIn: (unitId: number) => Allow;
  changed: (ids: readonly number[]) => void;
}) {
  const { orgUnits, requireLiving, roomIn, changed } = options;
  const store = createDeviceClaimStore(options.db);

  return {
    /** New claim codes, reported this once. */
    async makeLabels(caller: Caller, family: FamilyKey, ids: readonly number[]): Promise<DeviceLabel[]> {
      const found = await requireLiving(caller.scope, family, ids);
      const labels = found.map(({ id, productKey, deviceName, nickname }) => {
        const claimCode = makeClaimCode();
        const text = writeClaimLabel({ productKey, deviceName, claimCode });
        return { id, productKey, deviceName, nickname, claimCode, text };
      });
      const codes = labels.map(({ id, claimCode }) => ({ id, hash: hashClaimCode(claimCode) }));
      await store.setClaimHashes(codes, caller.nickName);
      return labels;
    },

    /** The code allows it, whosever the device is; the caller needs the right to add devices of its family. */
    async claim(
      caller: Caller,
      given: { deviceName: string; claimCode: string; unitId: number; nickname?: string | undefined },
    ) {
      const code = plainClaimCode(given.claimCode);
      const hash = hashClaimCode(code ?? "");
      const found = code === null ? undefined : await store.findByClaim(hash, given.deviceName);
      if (found === undefined) throw noLabel();
      const typeKey = familyKey.parse(found.typeKey);
      if (!mayDo(caller, `device:${families[typeKey].permissionKey}:add`)) throw noLabel();
      const { name } = await orgUnits.require(caller.scope, given.unitId, "unitId");
      const to = { unitId: given.unitId, name, nickname: given.nickname ?? found.nickname };
      const claimed = await store.claim({ id: found.id, hash }, to, caller.nickName, roomIn(given.unitId));
      if (!claimed) throw noLabel();
      changed([found.id]);
      return { id: found.id, deviceName: found.deviceName, typeKey, unitId: found.unitId };
    },
  };
}

function noLabel(): AppError {
  return new AppError("notFound", {
    en: "No device matches this label: the code is mistyped or already used, or a newer label was printed.",
    zh: "没有与该标签对应的待认领设备：认领码有误、已使用，或已打印新标签。",
  });
}
