import pg from "pg";
import { expect, test } from "vitest";
import { onPlatform } from "../../../test/test-platform.ts";
import { sendTogether } from "./send-together.ts";

onPlatform("Statements that are sent together", (platform) => {
  async function open(): Promise<pg.Client> {
    const db = new pg.Client(platform.owner);
    db.on("error", () => undefined);
    await db.connect();
    await db.query("create temp table sheet (id int primary key)");
    return db;
  }
  const add = { name: "add", text: "insert into sheet select unnest($1::int[])" };
  const copy = (text: string) => ({ text: "copy sheet from stdin", bytes: Buffer.from(text) });

  test("tell how many rows each of them touched, with the bytes of a COPY in between", async () => {
    const db = await open();
    const all = [{ text: "begin" }, { ...add, values: ["{1,2}"] }, copy("3\n4\n5\n"), { text: "commit" }];
    expect(await sendTogether(db, all)).toEqual({ counts: [0, 2, 3, 0], refused: null });
    // A second time the name is known to the connection.
    expect(await sendTogether(db, [{ ...add, values: ["{6}"] }])).toEqual({ counts: [1], refused: null });
    expect(await sendTogether(db, [])).toEqual({ counts: [], refused: null });
    await db.end();
  });

  test("end at the one that is refused: what follows is not done, and the connection works on", async () => {
    const db = await open();
    const { counts, refused } = await sendTogether(db, [
      ...[{ text: "begin" }, copy("1\n"), { text: "savepoint here" }, copy("1\n")],
      { ...add, values: ["{7}"] },
    ]);
    expect({ counts, code: refused?.code }).toEqual({ counts: [0, 1, 0], code: "23505" });
    await db.query("rollback to savepoint here");
    const again = await sendTogether(db, [{ ...add, values: ["{1}"] }]);
    expect(again.refused?.code).toBe("23505");
    await db.query("rollback to savepoint here");
    expect(await sendTogether(db, [{ ...add, values: ["{8}"] }, { text: "commit" }])).toMatchObject({
      refused: null,
    });
    expect((await db.query("select id from sheet order by id")).rows).toEqual([{ id: 1 }, { id: 8 }]);
    await db.end();
  });

  test("fail where the connection breaks, and nobody is kept waiting", async () => {
    const db = await open();
    const { rows } = await db.query<{ pid: number }>("select pg_backend_pid() as pid");
    const other = await open();
    const sent = sendTogether(db, [{ text: "select pg_sleep(60)" }, { ...add, values: ["{1}"] }]);
    const ended = sent.then(
      ({ refused }) => refused?.code,
      () => "broken",
    );
    await other.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
    expect(["57P01", "broken"]).toContain(await ended);
    await other.end();
  });
});
