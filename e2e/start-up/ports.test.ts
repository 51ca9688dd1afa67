import { expect, test } from "vitest";
import { makeDataDir } from "../support/data-folder.ts";
import { expectSentence } from "../support/expect-sentence.ts";
import { startPlatform } from "../support/platform-process.ts";
import { processesNaming } from "../support/process-table.ts";
import { runServer } from "../support/server-command.ts";
import { holdPort } from "../support/tcp-port.ts";

for (const variable of ["HTTP_PORT", "MQTT_PORT"]) {
  test(`a taken port that ${variable} asks for by name ends the start with a sentence`, async () => {
    const port = String(await holdPort());
    const dataDir = await makeDataDir();
    const { code, stderr, stdout } = await runServer(["serve"], { [variable]: port, DATA_DIR: dataDir });
    expectSentence(stderr, [port, variable, "in use"]);
    expect(code).toBe(1);
    expect(stdout).not.toContain("ready");
    // Its store, which was up by then, did not outlive it.
    expect(await processesNaming(dataDir)).toEqual([]);
  });
}

test("the usual ports, taken and not asked for by name, are replaced by free ones", async () => {
  // Where somebody else holds them already, that serves as well.
  await Promise.all([holdPort(8080), holdPort(1883)]);
  const platform = await startPlatform({ env: { HTTP_PORT: undefined, MQTT_PORT: undefined } });
  expect(new URL(platform.http).port).not.toBe("8080");
  expect(new URL(platform.mqtt).port).not.toBe("1883");
  expect((await fetch(`${platform.http}/readyz`)).status).toBe(200);
  expect(await platform.stop()).toBe(0);
});
