import { addTimedTask, previewTimedTask } from "@tracewater/contract/fleet/timed-tasks";
import { testDialogManners } from "../../../../test/dialog-manners.tsx";
import { server } from "../../../../test/fake-server.ts";
import { fill } from "../../../../test/hands.ts";
import { device, model, timedTask } from "../../../../test/records.ts";
import { waterSampler } from "../../../device/families/water-sampler.ts";
import { TimedTaskForm } from "./timed-task-form.tsx";

testDialogManners({
  name: "timed task form",
  feature: "fleet/devices",
  part: (onClose) => (
    <TimedTaskForm
      open={{ device, familyConfig: waterSampler }}
      model={model}
      zone="Asia/Shanghai"
      task={null}
      wanted={null}
      onClose={onClose}
    />
  ),
  prepare: () => server.answer(previewTimedTask, { data: { words: "every day at 03:00", nextTimes: [] } }),
  fill: () => {
    fill(/^Name/, "Flush at night");
    fill("Schedule", "0 3 * * *");
    fill(/^Seconds/, "20");
  },
  submit: "Save",
  call: addTimedTask,
  reply: { data: timedTask },
  sent: {
    params: { family: "waterSample" },
    body: {
      name: "Flush at night",
      service: "flushTube",
      params: { seconds: 20 },
      cronExpression: "0 3 * * *",
      onceAt: null,
      zone: "Asia/Shanghai",
      deviceId: 21,
      tag: null,
      expiresIn: 1800,
      timeout: 60,
      retries: 0,
      reason: "",
    },
  },
  said: "Timed task saved",
  missing: { label: /^Seconds/, says: "This field is required." },
  refused: { at: "cronExpression", label: "Schedule" },
});
