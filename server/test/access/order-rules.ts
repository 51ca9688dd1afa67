import * as batches from "@tracewater/contract/fleet/bulk-commands";
import { callService, cancelCommand, confirmCommand } from "@tracewater/contract/fleet/commands";
import * as timed from "@tracewater/contract/fleet/timed-tasks";
import { family, type Made, type Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

type Device = { id: number; deviceName: string };

const factsOf = ({ id, deviceName }: Device) => ({
  name: deviceName,
  service: "stop",
  cronExpression: "0 3 * * *",
  onceAt: null,
  zone: "Asia/Shanghai",
  deviceId: id,
  tag: null,
});

/** Commands taken back, commands to many devices, and timed tasks. */
export function orderRules(stage: AccessStage): Record<string, Rule> {
  const { call } = stage.platform;
  const params = { family };
  const ofDevice = (
    input: (device: Device) => Made["input"] | Promise<Made["input"]>,
    outside: Rule["outside"] = "notFound",
  ): Rule => ({
    outside,
    make: async (unitId) => {
      const device = await stage.platform.addDevice({ unitId, deviceName: stage.name() });
      return { input: await input(device), ...(outside === "notSeen" ? { sees: device.deviceName } : {}) };
    },
  });
  // What is reported alongside its devices: a list shows the reason of a batch, and the name of a task.
  const batchOf = async ({ id, deviceName }: Device) => {
    const body = { selection: { deviceIds: [id] }, reason: deviceName };
    const made = await call(batches.addBatch, { params: { family, service: "stop" }, body }, stage.admin);
    return made.data.batchId;
  };
  const taskOf = async (device: Device) =>
    (await call(timed.addTimedTask, { params, body: factsOf(device) }, stage.admin)).data.timedTaskId;
  const ofBatch = ofDevice(async (device) => ({ params: { family, id: await batchOf(device) } }));
  const ofTask = ofDevice(async (device) => ({ params: { family, id: await taskOf(device) } }));
  const listed = (make: (device: Device) => Promise<unknown>) =>
    ofDevice(async (device) => {
      await make(device);
      return { params, query: { pageSize: 500 } };
    }, "notSeen");
  const commandOf = async ({ deviceName }: Device) => {
    const input = { params: { family, service: "stop" }, query: { deviceName } };
    return { params: { family, id: (await call(callService, input, stage.admin)).data.id } };
  };
  return {
    [cancelCommand.name]: ofDevice(commandOf),
    // Who may confirm is named in the order: a command that waits for nobody is past that question.
    [confirmCommand.name]: {
      ...ofDevice(async (device) => ({ ...(await commandOf(device)), body: {} })),
      succeeds: 409,
    },
    [batches.addBatch.name]: ofDevice(({ id }) => ({
      params: { family, service: "stop" },
      body: { selection: { deviceIds: [id] } },
    })),
    [batches.listBatches.name]: listed(batchOf),
    [batches.getBatch.name]: ofBatch,
    [batches.listBatchCommands.name]: ofBatch,
    [batches.cancelBatch.name]: ofBatch,
    [batches.exportBatch.name]: ofBatch,
    [timed.listTimedTasks.name]: listed(taskOf),
    [timed.addTimedTask.name]: ofDevice((device) => ({ params, body: factsOf(device) })),
    [timed.changeTimedTask.name]: ofDevice(async (device) => ({
      params,
      body: { ...factsOf(device), timedTaskId: await taskOf(device) },
    })),
    [timed.changeTimedTaskStatus.name]: ofDevice(async (device) => ({
      params,
      body: { timedTaskId: await taskOf(device), status: "1" },
    })),
    [timed.removeTimedTask.name]: ofTask,
    [timed.listFirings.name]: ofTask,
    [timed.previewTimedTask.name]: {
      outside: "none",
      make: async () => ({ input: { params, query: { cronExpression: "0 3 * * *", zone: "UTC" } } }),
    },
  };
}
