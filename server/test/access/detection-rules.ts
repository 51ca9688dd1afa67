import * as detections from "@tracewater/contract/laboratory/detections";
import type { CallInput, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

/** Runs of online detectors belong to units; a list is of one device. */
export async function detectionRules(stage: AccessStage): Promise<Record<string, Rule>> {
  const { platform } = stage;
  async function addRun(unitId: number) {
    const deviceName = stage.name();
    const device = await platform.addDevice({ family: "liquidExtract", unitId, deviceName });
    const at = new Date("2026-01-05T03:00:00Z");
    const { id } = await platform.db
      .insertInto("detection")
      .values({ unitId, deviceId: device.id, measuredAt: at, startedAt: at, state: "withheld" })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { id, deviceName, time: at.getTime() };
  }
  const ofRun = (input: (run: Awaited<ReturnType<typeof addRun>>) => CallInput): Rule => ({
    outside: "notFound",
    make: async (unitId) => ({ input: input(await addRun(unitId)) }),
  });
  const listed = (place: "query" | "body"): Rule => ({
    outside: "notSeen",
    make: async (unitId) => {
      const { deviceName } = await addRun(unitId);
      return { input: { [place]: { deviceName } }, sees: deviceName };
    },
  });
  return {
    [detections.listDetections.name]: listed("query"),
    [detections.exportDetections.name]: listed("query"),
    [detections.exportDetectionsByForm.name]: listed("body"),
    [detections.getDetection.name]: ofRun(({ deviceName, time }) => ({ params: { deviceName, time } })),
    [detections.getDetectionDay.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const { deviceName, time } = await addRun(unitId);
        return { input: { query: { deviceName, day: "2026-01-05" } }, sees: String(time) };
      },
    },
    [detections.getSupplyForecasts.name]: ofRun(({ deviceName }) => ({ query: { deviceName } })),
    [detections.listDetectionBottles.name]: ofRun(({ id }) => ({ params: { id } })),
    [detections.decideDetection.name]: ofRun(({ id }) => ({
      body: { detectionId: id, decision: "reject", reason: "as a test" },
    })),
    // Nothing was kept: refused after it was found.
    [detections.releaseDetectionHold.name]: {
      ...ofRun(({ id }) => ({ body: { detectionId: id, reason: "as a test" } })),
      succeeds: 500,
    },
    // A withheld run is refused after it was found.
    [detections.applyDetection.name]: {
      ...ofRun(({ id }) => ({ body: { detectionId: id, bodyCode: "A1000", sampledOn: "2026-01-05" } })),
      succeeds: 500,
    },
  };
}
