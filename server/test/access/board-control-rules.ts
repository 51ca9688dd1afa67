import * as boardControls from "@tracewater/contract/laboratory/board-controls";
import * as boardLotFiles from "@tracewater/contract/laboratory/board-lot-files";
import type { CallInput, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

/** Control boards belong to detectors, and these to units. */
export function controlRules(stage: AccessStage): Record<string, Rule> {
  const controlled = (input: (deviceId: number) => CallInput, more: object = {}): Rule => ({
    outside: "notFound",
    make: async (unitId) => {
      const device = await stage.platform.addDevice({ family: "handFastDetector", unitId });
      const plan = { deviceId: device.id, intervalDays: 30 };
      await stage.ask(boardControls.setBoardControl, { body: plan }, stage.admin);
      return { input: input(device.id) };
    },
    ...more,
  });
  return {
    [boardControls.listBoardControls.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const device = await stage.platform.addDevice({ family: "handFastDetector", unitId });
        const { id: deviceId, deviceName } = device;
        await stage.ask(boardControls.setBoardControl, { body: { deviceId, intervalDays: 30 } }, stage.admin);
        return { input: { query: { keyword: deviceName } }, sees: deviceName };
      },
    },
    [boardControls.getBoardControl.name]: controlled((id) => ({ params: { id } })),
    [boardControls.setBoardControl.name]: controlled((deviceId) => ({ body: { deviceId, intervalDays: 7 } })),
    [boardControls.overrideBoardLockout.name]: controlled((deviceId) => ({
      body: { deviceId, reason: "repeated by mass spectrometry" },
    })),
  };
}

/** Lot files and the keys of makers belong to all units. */
export function lotFileRules(stage: AccessStage, addLot: () => Promise<number>): Record<string, Rule> {
  let keys = 0;
  const nextKey = () => {
    keys += 1;
    return { name: `Maker ${keys}`, publicKey: String(keys).padStart(64, "0") };
  };
  const ofAll = { outside: "none", wholeReach: true } as const;
  return {
    [boardLotFiles.listLotKeys.name]: { outside: "none", make: async () => ({ input: {} }) },
    [boardLotFiles.addLotKey.name]: { ...ofAll, make: async () => ({ input: { body: nextKey() } }) },
    [boardLotFiles.removeLotKey.name]: {
      ...ofAll,
      make: async () => {
        const { text } = await stage.ask(boardLotFiles.addLotKey, { body: nextKey() }, stage.admin);
        const added: { data: { lotKeyId: number } } = JSON.parse(text);
        return { input: { params: { id: added.data.lotKeyId } } };
      },
    },
    [boardLotFiles.exportLotFile.name]: {
      outside: "none",
      make: async () => {
        await addLot();
        return { input: {} };
      },
    },
    [boardLotFiles.importLotFile.name]: {
      ...ofAll,
      succeeds: 400,
      make: async () => ({ input: { file: new Blob(["no lot file"]) } }),
    },
  };
}
