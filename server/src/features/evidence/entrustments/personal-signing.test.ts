import {
  confirmEntrustment,
  decideEntrustment,
  type stepEntrustment,
} from "@tracewater/contract/evidence/entrustments";
import { recordItemEvent } from "@tracewater/contract/evidence/items";
import { checkEvidence } from "@tracewater/custody/evidence-check";
import { describeFinding } from "@tracewater/custody/evidence-verdict";
import { challengeOf, readSigned } from "@tracewater/custody/personal-signature";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Spoilt } from "../../../../test/test-authenticator.ts";
import { verifyFile } from "../../../../test/test-chain.ts";
import { evidenceWorld, fetchEvidence } from "../../../../test/test-evidence.ts";
import { addTestPasskey } from "../../../../test/test-passkeys.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

type Signer = Awaited<ReturnType<typeof addTestPasskey>>;

onPlatform("A personal signature", (platform) => {
  const world = evidenceWorld(platform);
  const { custodian, analystA, analystB, boss } = world;

  const signers = new Map<string, Signer>();

  /** The call as a person with a passkey makes it: asked what to sign, then made again with the signature. */
  async function signed(
    call: typeof recordItemEvent | typeof stepEntrustment,
    body: object,
    as: typeof custodian,
    spoilt: Spoilt = {},
  ) {
    const asked = await platform.ask(call, { body } as never, as);
    expect(asked.body).toMatchObject({ code: 427, msg: "Sign this step with your passkey." });
    const signature = (await signerOf(as)).sign(asked.body["data"], spoilt);
    return {
      asked,
      signature,
      again: await platform.ask(call, { body: { ...body, signature } } as never, as),
    };
  }
  async function signerOf(person: typeof custodian): Promise<Signer> {
    const known = signers.get(person.userName) ?? (await addTestPasskey(platform, person));
    signers.set(person.userName, known);
    world.signers.set(person.userName, known);
    return known;
  }
  const verdictOf = (html: string) => {
    const { verdicts } = checkEvidence(fetchEvidence.blocksOf(html));
    const found = verdicts.find(({ kind }) => kind === "signatures");
    if (found === undefined) throw new Error("no verdict on signatures");
    return { state: found.state, says: found.findings.map((one) => describeFinding(one, "en")).join("\n") };
  };

  test("is asked of a person with a passkey over the event itself, and the file verifies it by itself", async () => {
    const { id, itemId } = await world.begin();
    await signerOf(custodian);
    await signerOf(analystA);
    const body = { itemId, step: "handover", toUserId: analystA.id, note: "for testing" };
    const before = (await world.track(id)).events.length;
    const { again } = await signed(recordItemEvent, body, custodian);
    expect(again.body).toMatchObject({ code: 200 });
    await signed(recordItemEvent, { itemId, step: "receive", place: "Room 12" }, analystA);
    expect((await world.track(id)).events).toHaveLength(before + 2);
    const html = await fetchEvidence.of(platform, id, boss.token);
    const { state, says } = verdictOf(html);
    // The decision and both confirmations were attested: these people have no passkey.
    expect(state).toBe("partial");
    expect(says).toContain("3 events that ask for a signature have none");
    expect(says).toMatch(new RegExp(`1 signed by .*${custodian.userName}.* with the passkey [0-9a-f]{16}`));
    expect(says).toMatch(new RegExp(`1 signed by .*${analystA.userName}.* with the passkey [0-9a-f]{16}`));
    expect((await verifyFile("signed.html", html, [])).says).toContain("In part: Who signed: 1 signed by");
  });

  test("fits one event alone: changed, replayed, of another person or not verified, it records nothing", async () => {
    const { id, itemId } = await world.begin();
    const body = { itemId, step: "handover", toUserId: analystA.id };
    const events = async () => (await world.track(id)).events.length;
    const before = await events();
    const wrong: Spoilt[] = [
      ...[{ challenge: "AAAA" }, { origin: "http://evil.example" }, { rpId: "evil.example" }],
      ...[{ isVerified: false }, { counter: 0 }],
    ];
    for (const spoilt of wrong) {
      const { again } = await signed(recordItemEvent, body, custodian, spoilt);
      expect(again.body, JSON.stringify(spoilt)).toMatchObject({ code: 500 });
      expect(again.body.msg).toContain("The signature was not accepted");
    }
    // Signed for one note, sent with another.
    const asked = await platform.ask(recordItemEvent, { body } as never, custodian);
    const signature = (await signerOf(custodian)).sign(asked.body["data"]);
    const other = { ...body, note: "something else", signature };
    const changed = await platform.ask(recordItemEvent, { body: other } as never, custodian);
    expect(changed.body).toMatchObject({ code: 409 });
    expect(changed.body.msg).toContain("changed meanwhile");
    // Another person's passkey over this very event.
    const again = await platform.ask(recordItemEvent, { body } as never, custodian);
    const foreign = (await signerOf(analystA)).sign(again.body["data"]);
    const stolen = await platform.ask(
      recordItemEvent,
      { body: { ...body, signature: foreign } } as never,
      custodian,
    );
    expect(stolen.body).toMatchObject({ code: 500 });
    expect(await events()).toBe(before);
    const right = await signed(recordItemEvent, body, custodian);
    expect(right.again.body).toMatchObject({ code: 200 });
    const replayed = await platform.ask(
      recordItemEvent,
      { body: { ...body, signature: right.signature } } as never,
      custodian,
    );
    expect(replayed.body).toMatchObject({ code: 500 });
    expect(await events()).toBe(before + 1);
  });

  test("of somebody without a passkey is the platform's word, with the factor, and needs a recent confirmation", async () => {
    const { id } = await world.entrust();
    await world.register(id);
    await world.step(id, "submit", custodian);
    const decision = { body: { entrustmentId: id, decision: "accepted" as const, ...world.staff() } };
    await sql`update session set confirmed_at = now() - interval '1 hour' where user_id = ${boss.id}`.execute(
      platform.db,
    );
    expect(await platform.refusal(decideEntrustment, decision, boss)).toMatchObject({ code: 428 });
    expect((await world.track(id)).events).toHaveLength(3);
    await sql`update session set confirmed_at = now(), factor = 'totp' where user_id = ${boss.id}`.execute(
      platform.db,
    );
    await platform.call(decideEntrustment, decision, boss);
    const html = await fetchEvidence.of(platform, id, boss.token);
    const found = verdictOf(html);
    expect(found.state).toBe("missing");
    expect(found.says).toContain(
      "1 ask for a signature: 1 were confirmed with a second factor, 0 by password alone",
    );
    await sql`update session set factor = 'none' where user_id = ${boss.id}`.execute(platform.db);
    const confirm = { body: { entrustmentId: id, side: "institution" as const } };
    await platform.call(confirmEntrustment, confirm, boss);
    expect(verdictOf(await fetchEvidence.of(platform, id, boss.token)).says).toContain("1 by password alone");
  });

  test("is asked at every step that moves, uses up, decides or confirms, and its record keeps the challenge", async () => {
    const { id, itemId } = await world.begin();
    await signerOf(analystB);
    await signed(recordItemEvent, { itemId, step: "handover", toUserId: analystB.id }, custodian);
    await signed(recordItemEvent, { itemId, step: "receive", place: "Room 2" }, analystB);
    for (const step of [
      { step: "test", amount: 1 },
      { step: "deposit", place: "Shelf 4" },
      { step: "takeOut", authority: "Order 1", place: "Room 2" },
      { step: "destroy", authority: "Court order 3" },
      { step: "return", toPerson: "J. Roe" },
    ])
      expect(
        (await signed(recordItemEvent, { itemId, ...step }, analystB)).again.body,
        step.step,
      ).toMatchObject({ code: 200 });
    await platform.call(
      recordItemEvent,
      { body: { itemId: (await world.register(id)).id, step: "audit" } },
      custodian,
    );
    const rows = await sql<{ record: string }>`
      select record from custody_event where about @> ${JSON.stringify([`item:${itemId}`])}::jsonb
      order by seq`.execute(platform.db);
    const records = rows.rows.map(({ record }) => JSON.parse(record));
    const bySigner = records.filter((record) => readSigned(record)?.by === "passkey");
    expect(bySigner.map(({ kind }) => kind)).toEqual([
      ...["handover", "receive", "test", "deposit", "takeOut", "step", "return"],
    ]);
    for (const record of bySigner) {
      const client = JSON.parse(Buffer.from(record.signed.clientData, "base64").toString("utf8"));
      expect(client.challenge).toBe(challengeOf(record));
    }
  });
});
