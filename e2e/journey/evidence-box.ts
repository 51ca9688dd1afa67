import { addDevice } from "@tracewater/contract/fleet/devices";
import { listDepts } from "@tracewater/contract/system/dept";
import type { ApiClient } from "../support/api-client.ts";
import { cleanUpLater } from "../support/clean-up.ts";
import { openDatabaseView } from "../support/database-view.ts";
import type { Platform } from "../support/platform-process.ts";
import { connectDevice } from "../support/raw-device.ts";
import { waitUntil } from "../support/wait-until.ts";
import { type EvidencePeople, signUntilDone } from "./evidence-people.ts";

/** An evidence box that is as warm as the test says, by the clock of the platform: a simulated one takes hours. */
export type WarmingBox = {
  id: number;
  deviceName: string;
  /** From now on; resolves when so many readings of it are stored that a leg which ends now has some. */
  warmTo(temperature: number): Promise<void>;
};

const cold = 4.5;
const reportEveryMs = 250;
/** Where services are called, and where each is answered: those that answer at once, and those that answer later. */
const replyTopics = [
  ["/rrpc/request/", (topic: string) => topic.replace("/request/", "/response/")],
  ["/thing/service/", (topic: string) => `${topic}_reply`],
] as const;

/** A box that reports its temperature, and opens and closes by command. */
export async function startBox(platform: Platform, api: ApiClient): Promise<WarmingBox> {
  const deviceName = "EB-JOURNEY";
  const unitId = (await api.call(listDepts, { query: {} })).data[0]?.deptId ?? 0;
  const body = { deviceName, unitId };
  const { data } = await api.call(addDevice, { params: { family: "evidenceBox" }, body });
  const { id, productKey, deviceSecret } = data;
  const at = `/sys/${productKey}/${deviceName}`;
  const box = await connectDevice(
    platform.mqtt,
    { productKey, deviceName, deviceSecret },
    {
      message(topic, payload, packetId) {
        if (packetId !== null) box.acknowledge(packetId);
        const called = replyTopics.find(([call]) => topic.startsWith(at + call));
        if (called === undefined) return;
        const { id }: { id: string } = JSON.parse(payload);
        const answer = JSON.stringify({ id, code: 200, data: {} });
        box.post({ topic: called[1](topic), payload: answer, packetId: null });
      },
    },
  );
  let temperature = cold;
  let last = 0;
  const report = () => {
    last += 1;
    const params = { boxTemp: { value: temperature, time: Date.now() } };
    const method = "thing.event.property.post";
    const payload = JSON.stringify({ id: String(last), version: "1.0", params, method });
    box.post({ topic: `${at}/thing/event/property/post`, payload, packetId: null });
  };
  const reporting = setInterval(report, reportEveryMs);
  cleanUpLater(async () => {
    clearInterval(reporting);
    box.socket.destroy();
    await box.closed;
  });
  const view = await openDatabaseView(platform);
  // A leg ends two seconds before its event.
  const stored = `select 1 from telemetry t join metric m on m.id = t.metric
    where t.device_id = $1 and m.identifier = 'boxTemp' and t.value = $2 and t.ts < now() - interval '3 seconds'`;
  return {
    ...{ id, deviceName },
    async warmTo(next) {
      temperature = next;
      const isStored = async () => (await view.rows(stored, [id, next])).length > 0;
      await waitUntil(`the box reports ${next} °C`, isStored, { everyMs: 250 });
    },
  };
}

/** One orders the opening and signs it, the other confirms the same order in their own session: then it opens. */
export async function openBoxTogether(people: EvidencePeople, box: WarmingBox): Promise<void> {
  const { dora, emil } = people;
  await dora.goTo(`/evidencebox/admin/${box.id}/device_info/${box.deviceName}/device_info`);
  await dora.page.getByRole("button", { name: "Open slot" }).first().click();
  const dialog = dora.page.locator(".ant-modal:visible:not(.sign-step)").last();
  for (const [label, text] of [
    [/^Slot/, "1"],
    [/^Authority/, "Order 2026/117"],
    [/^First person/, "dora"],
    [/^Second person/, "emil"],
  ] as const)
    await dialog.getByLabel(label).fill(text);
  await dialog.getByRole("button", { name: `Send to ${box.deviceName}` }).click();
  await dora.page.locator(".sign-step").getByRole("button", { name: "Sign", exact: true }).click();
  await dialog.getByText("Waiting for emil").first().waitFor();
  await emil.goTo(`/evidencebox/admin/${box.id}/device_info/${box.deviceName}/server_down`);
  await emil.page.getByRole("button", { name: "Confirm opening" }).click();
  await signUntilDone(emil.page, emil.page.getByRole("button", { name: "Confirm opening" }));
  await dialog.getByText(`${box.deviceName} replied.`).first().waitFor();
}
