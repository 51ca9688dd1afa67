import { listLogIns } from "@tracewater/contract/system/login-log";
import {
  beginQrLogIn,
  clearQrLogIn,
  confirmQrLogIn,
  refuseQrLogIn,
  scanQrLogIn,
} from "@tracewater/contract/system/qr-log-in";
import { getInfo, logout } from "@tracewater/contract/system/session";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { behindLock } from "../../../../test/behind-lock.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { askByQr, qrStatusOf } from "../../../../test/test-qr.ts";

const nobodys = "00000000-0000-4000-8000-000000000000";

onPlatform("A log-in by QR code", (platform) => {
  const addPhone = async (roles: readonly string[] = ["operator"]) =>
    platform.addUser({ unitId: await platform.unit(), roles });
  const scan = (uuid: string, phone: { token: string }) =>
    platform.call(scanQrLogIn, { body: { uuid } }, phone);

  test("lets the asking browser in once the phone confirmed it with the digits of its screen", async () => {
    const phone = await addPhone();
    const asking = await askByQr(platform);
    expect(await qrStatusOf(platform, asking.uuid, asking.cookie)).toMatchObject({ status: "waiting" });
    const { data } = await scan(asking.uuid, phone);
    expect(data).toMatchObject({ isSameNetwork: true, address: expect.stringContaining("127.0.0.1") });
    expect(await qrStatusOf(platform, asking.uuid, asking.cookie)).toMatchObject({
      status: "scanned",
      session: null,
    });
    await platform.call(confirmQrLogIn, { body: { uuid: asking.uuid, digits: asking.digits } }, phone);
    const { status, session } = await qrStatusOf(platform, asking.uuid, asking.cookie);
    expect(status).toBe("confirmed");
    expect((await platform.call(getInfo, {}, session)).user.userId).toBe(phone.id);
    const { rows } = await sql`select confirmed_at < now() - interval '1 day' as is_old from session
      where user_id = ${phone.id} order by id desc limit 1`.execute(platform.db);
    expect(rows, "what asks for a confirmation asks for it here").toEqual([{ isOld: true }]);
    // Bound to the browser: the token alone opens nothing.
    expect(await platform.refusal(getInfo, {}, { token: session?.token ?? "" })).toMatchObject({ code: 401 });
    expect(await qrStatusOf(platform, asking.uuid, asking.cookie)).toMatchObject({
      status: "expired",
      session: null,
    });
    const log = await platform.call(
      listLogIns,
      { query: { userName: phone.userName } },
      await platform.admin(),
    );
    expect(log.rows.filter(({ kind, status }) => kind === "logIn" && status === "0")).toHaveLength(2);
  });

  test("hands its session over once to a browser that asks three times at once", async () => {
    const phone = await addPhone();
    const { uuid, digits, cookie } = await askByQr(platform);
    await scan(uuid, phone);
    await platform.call(confirmQrLogIn, { body: { uuid, digits } }, phone);
    const row = sql`select 1 from qr_login where uuid = ${uuid}::uuid for update`;
    const fetched = await behindLock(platform.db, row, 3, () =>
      Promise.all([1, 2, 3].map(() => qrStatusOf(platform, uuid, cookie))),
    );
    expect(fetched.map(({ status }) => status).sort()).toEqual(["confirmed", "expired", "expired"]);
    expect(fetched.filter(({ session }) => session !== null)).toHaveLength(1);
  });

  test("is nothing to another browser that knows the uuid, before and after the confirmation", async () => {
    const phone = await addPhone();
    const [asking, other] = [await askByQr(platform), await askByQr(platform)];
    const learn = async () => {
      for (const cookie of [undefined, other.cookie]) {
        expect(await qrStatusOf(platform, asking.uuid, cookie)).toMatchObject({ code: 404, session: null });
      }
    };
    await learn();
    const query = { uuid: asking.uuid };
    const cleared = await platform.refusal(clearQrLogIn, { query }, null, { cookie: other.cookie });
    expect(cleared).toMatchObject({ code: 404 });
    await scan(asking.uuid, phone);
    await platform.call(confirmQrLogIn, { body: { uuid: asking.uuid, digits: asking.digits } }, phone);
    await learn();
    expect((await qrStatusOf(platform, asking.uuid, asking.cookie)).status).toBe("confirmed");
    expect(await qrStatusOf(platform, nobodys, asking.cookie)).toMatchObject({ code: 404 });
  });

  test("ends with the third wrong pair of digits", async () => {
    const phone = await addPhone();
    const { uuid, cookie, digits, wrongDigits } = await askByQr(platform);
    await scan(uuid, phone);
    for (let at = 0; at < 3; at++) {
      const wrong = { body: { uuid, digits: wrongDigits } };
      expect(await platform.refusal(confirmQrLogIn, wrong, phone)).toMatchObject({
        errors: [{ field: "digits" }],
      });
    }
    expect(await platform.refusal(confirmQrLogIn, { body: { uuid, digits } }, phone)).toMatchObject({
      code: 500,
    });
    expect(await qrStatusOf(platform, uuid, cookie)).toMatchObject({ status: "cleared" });
    expect(await platform.refusal(confirmQrLogIn, { body: { uuid, digits: "1x" } }, phone)).toMatchObject({
      errors: [{ field: "digits" }],
    });
  });

  test("belongs to the phone that scanned it first, is confirmed once, and not before it was scanned", async () => {
    const [phone, second] = [await addPhone(), await addPhone()];
    const { uuid, digits } = await askByQr(platform);
    const body = { uuid, digits };
    expect(await platform.refusal(confirmQrLogIn, { body }, phone)).toMatchObject({ code: 500 });
    await scan(uuid, phone);
    expect(await platform.refusal(scanQrLogIn, { body: { uuid } }, second)).toMatchObject({ code: 500 });
    expect(await platform.refusal(confirmQrLogIn, { body }, second)).toMatchObject({ code: 500 });
    await platform.call(confirmQrLogIn, { body }, phone);
    expect(await platform.refusal(confirmQrLogIn, { body }, phone)).toMatchObject({ code: 500 });
  });

  test("ends after two minutes, when the browser gives it up, and when the phone refuses it", async () => {
    const phone = await addPhone();
    const [late, givenUp, refused] = [
      await askByQr(platform),
      await askByQr(platform),
      await askByQr(platform),
    ];
    await scan(late.uuid, phone);
    await sql`update qr_login set expires_at = now() where uuid = ${late.uuid}::uuid`.execute(platform.db);
    const confirmLate = { body: { uuid: late.uuid, digits: late.digits } };
    expect(await platform.refusal(confirmQrLogIn, confirmLate, phone)).toMatchObject({ code: 500 });
    expect((await qrStatusOf(platform, late.uuid, late.cookie)).status).toBe("expired");
    await platform.ask(clearQrLogIn, { query: { uuid: givenUp.uuid } }, null, { cookie: givenUp.cookie });
    expect(await platform.refusal(scanQrLogIn, { body: { uuid: givenUp.uuid } }, phone)).toMatchObject({
      code: 500,
    });
    await scan(refused.uuid, phone);
    await platform.call(refuseQrLogIn, { body: { uuid: refused.uuid } }, phone);
    expect((await qrStatusOf(platform, refused.uuid, refused.cookie)).status).toBe("cleared");
    const again = { body: { uuid: refused.uuid } };
    expect(await platform.refusal(refuseQrLogIn, again, phone)).toMatchObject({ code: 500 });
  });

  test("opens nothing where the phone logged out, or its user was disabled, before the browser fetched it", async () => {
    const phone = await addPhone();
    const { uuid, digits, cookie } = await askByQr(platform);
    await scan(uuid, phone);
    await platform.call(confirmQrLogIn, { body: { uuid, digits } }, phone);
    await platform.ask(logout, { body: {} }, phone);
    expect(await qrStatusOf(platform, uuid, cookie)).toMatchObject({ status: "expired", session: null });
    const disabled = await addPhone();
    const asking = await askByQr(platform);
    await scan(asking.uuid, disabled);
    await platform.call(confirmQrLogIn, { body: { uuid: asking.uuid, digits: asking.digits } }, disabled);
    await sql`update sys_user set status = '1' where id = ${disabled.id}`.execute(platform.db);
    expect(await qrStatusOf(platform, asking.uuid, asking.cookie)).toMatchObject({
      code: 500,
      session: null,
    });
  });

  test("is confirmed by no administrator, auditor or custodian", async () => {
    for (const role of ["admin", "auditor", "custodian"]) {
      const { uuid } = await askByQr(platform);
      const phone = await addPhone([role]);
      expect(await platform.refusal(scanQrLogIn, { body: { uuid } }, phone)).toMatchObject({ code: 403 });
    }
  });

  test("from another network asks the phone's user again who they are", async () => {
    const phone = await addPhone();
    const { uuid, digits } = await askByQr(platform);
    await sql`update qr_login set address = '203.0.113.7' where uuid = ${uuid}::uuid`.execute(platform.db);
    expect((await scan(uuid, phone)).data.isSameNetwork).toBe(false);
    await sql`update session set confirmed_at = now() - interval '1 hour'`.execute(platform.db);
    const body = { uuid, digits };
    expect(await platform.refusal(confirmQrLogIn, { body }, phone)).toMatchObject({ code: 428 });
    await sql`update session set confirmed_at = now() where user_id = ${phone.id}`.execute(platform.db);
    await platform.call(confirmQrLogIn, { body }, phone);
  });

  test("is begun thirty times by one address, then it waits", async () => {
    for (let at = 0; at < 30; at++) await platform.ask(beginQrLogIn, { body: {} }, null);
    expect(await platform.refusal(beginQrLogIn, { body: {} }, null)).toMatchObject({ code: 429 });
  });
});

let nowMs = Date.now();
onPlatform(
  "A log-in by QR code at the end of its two minutes",
  (platform) => {
    test("is still open a second before, and neither scanned, confirmed nor handed over a second after", async () => {
      const phone = await platform.addUser({ unitId: await platform.unit(), roles: ["operator"] });
      const unscanned = await askByQr(platform);
      const scanned = await askByQr(platform);
      const confirmed = await askByQr(platform);
      const inTime = await askByQr(platform);
      const scan = ({ uuid }: { uuid: string }) => ({ body: { uuid } });
      const confirm = ({ uuid, digits }: { uuid: string; digits: string }) => ({ body: { uuid, digits } });
      await platform.call(scanQrLogIn, scan(scanned), phone);
      await platform.call(scanQrLogIn, scan(confirmed), phone);
      await platform.call(confirmQrLogIn, confirm(confirmed), phone);
      nowMs += 119_000;
      await platform.call(scanQrLogIn, scan(inTime), phone);
      await platform.call(confirmQrLogIn, confirm(inTime), phone);
      expect((await qrStatusOf(platform, inTime.uuid, inTime.cookie)).session).not.toBeNull();
      nowMs += 2000;
      expect(await platform.refusal(scanQrLogIn, scan(unscanned), phone)).toMatchObject({ code: 500 });
      expect(await platform.refusal(confirmQrLogIn, confirm(scanned), phone)).toMatchObject({ code: 500 });
      for (const { uuid, cookie } of [unscanned, scanned, confirmed]) {
        expect(await qrStatusOf(platform, uuid, cookie)).toMatchObject({ status: "expired", session: null });
      }
    });
  },
  { now: () => nowMs },
);
