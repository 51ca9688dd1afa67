import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { getOperation, listOperations } from "@tracewater/contract/system/audit";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { asSuperuser } from "../../../../test/test-chain.ts";
import { onPlatform, type TestPlatform } from "../../../../test/test-platform.ts";

/** Resets the connection as soon as the server has read the request, which is before it can answer. */
function logOutAndReset(platform: TestPlatform, token: string): Promise<void> {
  const { hostname, port } = new URL(platform.url);
  const head = [
    "POST /prod-api/logout HTTP/1.1",
    `host: ${hostname}:${port}`,
    `authorization: Bearer ${token}`,
    "content-length: 0",
    "expect: 100-continue",
  ];
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write(`${head.join("\r\n")}\r\n\r\n`);
    });
    socket.once("data", (answer) => {
      socket.resetAndDestroy();
      if (String(answer).startsWith("HTTP/1.1 100")) resolve();
      else reject(new Error(`answered before the reset: ${answer}`));
    });
    socket.once("error", reject);
  });
}

onPlatform("The operation log", (platform) => {
  const rounds = 10;
  const listNewest = async (pageSize: number) =>
    (await platform.call(listOperations, { query: { pageSize } }, await platform.admin())).rows;
  const countRecords = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_log`.execute(
      platform.db,
    );
    return rows[0]?.count ?? 0;
  };

  test("keeps the address of visitors and of users who reset their connection before the answer", async () => {
    const before = await countRecords();
    for (let round = 0; round < rounds; round += 1) {
      await logOutAndReset(platform, randomBytes(24).toString("base64url"));
    }
    await eventually(countRecords).toBeGreaterThanOrEqual(before + rounds);
    const someone = await platform.addUser({});
    await logOutAndReset(platform, someone.token);
    const addressesOf = async (userName: string) =>
      (await listNewest(100))
        .filter(({ call, operName }) => call === "logout" && operName === userName)
        .map(({ operIp }) => operIp);
    await eventually(() => addressesOf(someone.userName)).toEqual([expect.stringContaining("127.0.0.1")]);
    expect(await addressesOf("")).toEqual(Array(rounds).fill(expect.stringContaining("127.0.0.1")));
    expect(platform.takeErrors()).toEqual([]);
  });

  test("shows the other records where one cannot be read, and that one with what is left of it", async () => {
    await platform.addUser({});
    const [newest] = await listNewest(1);
    if (newest === undefined) throw new Error("nothing was recorded");
    const damaged = newest.operId;
    await asSuperuser(platform, [
      `update audit_log set record = '{"user":"x","title":null,"code":200}' where seq = ${damaged}`,
    ]);
    const rows = await listNewest(100);
    expect(rows.length).toBeGreaterThan(rounds);
    expect(rows.find(({ operId }) => operId === damaged)).toMatchObject({
      title: "Unreadable record",
      operName: "",
      operIp: "",
      code: 200,
    });
    const { data } = await platform.call(getOperation, { params: { id: damaged } }, await platform.admin());
    expect(data).toMatchObject({ operId: damaged, changes: [] });
  });
});
