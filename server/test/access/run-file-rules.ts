import { createHash } from "node:crypto";
import { uploadFromDevice } from "@tracewater/contract/fleet/media";
import { listAssayBatches } from "@tracewater/contract/laboratory/analytical-batches";
import { getRunFile } from "@tracewater/contract/laboratory/instrument-runs";
import { eventually } from "../eventually.ts";
import type { Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

/** The result file of a run, as its instrument sent it. */
export function runFileRules(stage: AccessStage): Record<string, Rule> {
  const { platform } = stage;

  async function addRun(unitId: number): Promise<number> {
    const deviceName = stage.name();
    const device = await platform.connect(await platform.addDevice({ family: "mass", unitId, deviceName }));
    const text = `Sample Name\tComponent Name\tCalculated Concentration (ng/L)\r\n${deviceName}\tcocaine\t12.5\r\n`;
    const sha256 = createHash("sha256").update(text).digest("hex");
    const at = Date.now() - 60_000;
    const run = { batchNo: deviceName, sequence: deviceName, samples: 1, failed: 0, startedAt: at - 60_000 };
    const value = { ...run, standardArea: 97, fileName: "run.txt", sha256, bytes: text.length };
    const { data } = await device.post({ value, time: at }, "thing/event/batchDone/post");
    device.vanish();
    const { upload } = data as { upload: { url: string } };
    const token = upload.url.split("/").at(-1);
    await stage.ask(uploadFromDevice, { params: { token }, file: new Blob([text]) }, null);
    const list = async () =>
      (await platform.call(listAssayBatches, { query: { deviceName, pageSize: 10 } }, stage.admin)).rows;
    await eventually(async () => (await list()).length).toBe(1);
    return (await list())[0]?.batchId ?? 0;
  }

  return {
    [getRunFile.name]: {
      outside: "notFound",
      make: async (unitId) => ({ input: { params: { id: await addRun(unitId) } } }),
    },
  };
}
