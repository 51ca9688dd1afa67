import { getCommand } from "@tracewater/contract/fleet/commands";
import { listDesired, setDesired } from "@tracewater/contract/fleet/desired";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import type { Credentials } from "../../../../test/test-device.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const params = { family: "waterSample" } as const;
const get = "thing/property/desired/get";
const remove = "thing/property/desired/delete";

onPlatform("A value that a device is wished to have", (platform) => {
  const input = ({ deviceName }: Credentials, values: Record<string, unknown>) => ({
    params,
    query: { deviceName },
    body: { values },
  });
  const set = async (credentials: Credentials, values: Record<string, unknown>) =>
    (await platform.call(setDesired, input(credentials, values), await platform.admin())).data;
  const list = async ({ deviceName }: Credentials) => {
    const asked = { params, query: { deviceName } };
    const { data } = await platform.call(listDesired, asked, await platform.admin());
    return data.map(({ identifier, value, version }) => ({ identifier, value, version }));
  };

  test("waits for a device that is away, which asks for it and deletes it by its version", async () => {
    const credentials = await platform.addDevice();
    expect(await set(credentials, { interval: 15 })).toMatchObject({ commandId: null });
    await set(credentials, { interval: 20 });
    const device = await platform.connect(credentials);
    const answer = await device.post(["interval"], get);
    expect(answer).toMatchObject({ code: 200, data: { interval: { value: 20, version: 2 } } });
    expect(await device.post([], get)).toMatchObject({ data: { interval: { value: 20, version: 2 } } });
    await device.post({ interval: { version: 1 } }, remove);
    expect(await list(credentials)).toEqual([{ identifier: "interval", value: 20, version: 2 }]);
    await device.post({ interval: { version: 2 } }, remove);
    expect(await device.post(["interval"], get)).toMatchObject({ code: 200, data: {} });
    await set(credentials, { interval: 30 });
    expect(await list(credentials)).toEqual([{ identifier: "interval", value: 30, version: 3 }]);
    await device.post({ interval: {} }, remove);
    expect(await list(credentials)).toEqual([{ identifier: "interval", value: null, version: 3 }]);
  });

  test("is reported at once to a device that is here, as a command with a life", async () => {
    const device = await platform.connectNew();
    const { commandId } = await set(device.credentials, { interval: 25 });
    const downlink = await device.downlink("thing/service/property/set");
    expect(downlink).toMatchObject({ id: commandId, params: { interval: 25 } });
    device.send("thing/service/property/set_reply", { id: downlink.id, code: 200, data: {} });
    const asked = { params: { id: commandId ?? "" } };
    await eventually(
      async () => (await platform.call(getCommand, asked, await platform.admin())).data.state,
    ).toBe("replied");
  });

  test("is taken back by null, of which a device is not reported", async () => {
    const device = await platform.connectNew();
    await set(device.credentials, { interval: 25 });
    expect(await set(device.credentials, { interval: null })).toMatchObject({ commandId: null });
    expect(await list(device.credentials)).toEqual([{ identifier: "interval", value: null, version: 2 }]);
  });

  test.each([
    [{ interval: "often" }, "params.interval"],
    [{ noSuch: 1 }, "identifiers.noSuch"],
    [{ noSuch: null }, "identifiers.noSuch"],
    [{ ph: 7 }, "params.ph"],
    [{}, "values"],
  ])("that cannot be (%o) is refused by its name", async (values, field) => {
    const credentials = await platform.addDevice();
    const refusal = await platform.refusal(setDesired, input(credentials, values), await platform.admin());
    expect(refusal).toMatchObject({ code: 400, errors: [{ field }] });
    expect(await list(credentials)).toEqual([]);
  });

  test.each([
    [get, ["noSuch"], 6313],
    [get, [7], 400],
    [get, "interval", 400],
    [remove, { noSuch: {} }, 6313],
    [remove, ["interval"], 400],
    [remove, { interval: { version: "x" } }, 460],
  ])("is asked for or deleted amiss: %s %o is answered with %i", async (topic, given, code) => {
    const device = await platform.connectNew();
    expect(await device.post(given, topic)).toMatchObject({ code });
  });
});
