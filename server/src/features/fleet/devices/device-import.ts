import { type DeviceImportRow, deviceImport, splitTags } from "@tracewater/contract/fleet/device-import";
import { type FamilyKey, familyKey } from "@tracewater/contract/fleet/families";
import { z } from "zod";
import { AppError, fieldError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { serveTemplate } from "../../../platform/resource/export-rows.ts";
import { serveImports } from "../../../platform/resource/import-jobs.ts";
import type { ImportService, RowEnding } from "../../../platform/resource/resource-service.ts";
import type { ResourceParts } from "../../../platform/resource/serve-resource.ts";
import type { Scope } from "../../../platform/scope.ts";
import { openWorkbook, type WorkbookWriter } from "../../../platform/xlsx/workbook-writer.ts";
import type { OrgUnitService } from "../../system/org-units/org-unit.service.ts";
import type { Credentials, DeviceService, NewDevice } from "./device.service.ts";

type Parts = {
  devices: DeviceService;
  orgUnits: OrgUnitService;
  /** The sampling points of the scope behind these codes. */
  pointsByCode: (scope: Scope, codes: readonly string[]) => Promise<ReadonlyMap<string, number>>;
};

/** Many devices of a family from a spreadsheet; their secrets go out as a file, once. */
export function serveDeviceImport(serve: Serve, parts: Parts, resourceParts: ResourceParts): void {
  serveTemplate(serve, deviceImport, deviceImport.calls.importTemplate, resourceParts.files);
  serveImports(
    serve,
    deviceImport,
    ({ params, caller }) =>
      createHandler(parts, {
        family: z.object({ family: familyKey }).parse(params).family,
        secrets: createSecretsFile(resourceParts.files, caller),
      }),
    resourceParts,
  );
}

function createHandler(
  { devices, orgUnits, pointsByCode }: Parts,
  { family, secrets }: { family: FamilyKey; secrets: ReturnType<typeof createSecretsFile> },
): ImportService<DeviceImportRow> {
  /** Rows of one unit in one transaction; what its authorization has no room for is refused row by row. */
  async function addOf(rows: readonly NewDevice[], caller: Caller, endings: Map<string, RowEnding>) {
    try {
      const added = await devices.addAll(family, rows, caller.nickName);
      for (const credentials of added.values()) {
        endings.set(credentials.deviceName, "added");
        await secrets.add(credentials);
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const [first, ...others] = rows;
      if (first === undefined) return;
      if (others.length === 0) {
        const { kind, text } = error;
        endings.set(first.deviceName, new AppError(kind, text, [{ field: "unitId", text }]));
        return;
      }
      // Halved until what fits is in: a unit with room for some takes those.
      const half = Math.ceil(rows.length / 2);
      await addOf(rows.slice(0, half), caller, endings);
      await addOf(rows.slice(half), caller, endings);
    }
  }

  return {
    unitsByName: orgUnits.idsByName,

    async storeRows(scope, rows, _update, caller) {
      const endings = new Map<string, RowEnding>();
      const points = await pointsByCode(
        scope,
        rows.flatMap(({ pointCode }) => (pointCode === "" ? [] : [pointCode])),
      );
      const taken = new Set(await devices.listTaken(rows.map((row) => row.deviceName)));
      const byUnit = new Map<number, NewDevice[]>();
      for (const row of rows) {
        const { pointCode, tags, ...facts } = row;
        const pointId = pointCode === "" ? null : points.get(pointCode);
        if (taken.has(row.deviceName)) continue;
        if (pointId === undefined) endings.set(row.deviceName, noPoint);
        else
          byUnit.set(row.unitId, [
            ...(byUnit.get(row.unitId) ?? []),
            { ...facts, pointId, tags: splitTags(tags) },
          ]);
      }
      for (const ofUnit of byUnit.values()) await addOf(ofUnit, caller, endings);
      return endings;
    },

    finish: secrets.close,
  };
}

const noPoint = fieldError("pointCode", { en: "sampling point not found", zh: "采样点不存在" });

/** The credentials of the devices that an import added. It is made with the first of them. */
function createSecretsFile(files: ExportFiles, caller: Caller) {
  let open: { sheet: WorkbookWriter; name: string } | null = null;
  return {
    async add({ productKey, deviceName, deviceSecret }: Credentials): Promise<void> {
      if (open === null) {
        const file = await files.plan(caller.userId, "onceDeviceSecrets");
        open = { sheet: await openWorkbook(file.path, secretColumns), name: file.name };
      }
      await open.sheet.add([productKey, deviceName, deviceSecret]);
    },
    async close(): Promise<string | null> {
      await open?.sheet.close();
      return open?.name ?? null;
    },
  };
}

/** The names under which firmware takes them, in either language. */
const secretColumns = [
  { head: "ProductKey", width: 24 },
  { head: "DeviceName", width: 36 },
  { head: "DeviceSecret", width: 40 },
];
