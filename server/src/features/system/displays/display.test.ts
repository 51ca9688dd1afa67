import { declaredCalls } from "@tracewater/contract/declared-calls";
import { realtime } from "@tracewater/contract/fleet/realtime";
import { getSituation, getSituationPoints } from "@tracewater/contract/operations/situation";
import {
  beginDisplayPairing,
  changeDisplay,
  getDisplayPairing,
  listDisplays,
  pairDisplay,
  reportDisplay,
  revokeDisplays,
} from "@tracewater/contract/system/displays";
import { getInfo } from "@tracewater/contract/system/session";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { addDisplay, pairingOf, quietReport, showDigits } from "../../../../test/test-displays.ts";
import { listenLive } from "../../../../test/test-live.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const screens = ["/visual/situation" as const];

onPlatform("Pairing a display", (platform) => {
  test("takes the six digits that a browser shows; that browser alone gets the display's token", async () => {
    const unitId = await platform.addUnit("Hall");
    const admin = await platform.admin();
    const { code, cookie } = await showDigits(platform);
    expect(code).toMatch(/^\d{6}$/);
    expect(await pairingOf(platform, cookie)).toEqual({ state: "waiting" });
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    await platform.call(pairDisplay, { body: { code: spaced, name: "Hall left", unitId, screens } }, admin);
    expect(await platform.refusal(getDisplayPairing, {}, null)).toMatchObject({ code: 404 });
    const other = { cookie: "tw-display=somebodyElsesCookie1234567890" };
    expect(await platform.refusal(getDisplayPairing, {}, null, other)).toMatchObject({ code: 404 });
    expect(await pairingOf(platform, cookie)).toMatchObject({ state: "paired", name: "Hall left" });
  });

  test("hands the token out again where the answer was lost, and no more once the display has reported", async () => {
    const { cookie, code } = await showDigits(platform);
    const body = { code, name: "Lost answer", unitId: await platform.unit(), screens };
    await platform.call(pairDisplay, { body }, await platform.admin());
    await pairingOf(platform, cookie);
    const { token = "" } = await pairingOf(platform, cookie);
    await platform.call(reportDisplay, { body: quietReport }, { token, cookie });
    expect(await pairingOf(platform, cookie)).toEqual({ state: "expired" });
  });

  test("counts for ten minutes, and digits count once", async () => {
    const admin = await platform.admin();
    const unitId = await platform.unit();
    const late = await showDigits(platform);
    await sql`update display_pairing set expires_at = now() where code = ${late.code}`.execute(platform.db);
    const asked = (code: string, name: string) => ({ body: { code, name, unitId, screens } });
    expect(await platform.refusal(pairDisplay, asked(late.code, "Late"), admin)).toMatchObject({
      ...{ code: 400, errors: [{ field: "code" }] },
    });
    expect(await pairingOf(platform, late.cookie)).toEqual({ state: "expired" });
    const { code } = await showDigits(platform);
    await platform.call(pairDisplay, asked(code, "Once"), admin);
    expect(await platform.refusal(pairDisplay, asked(code, "Twice"), admin)).toMatchObject({
      errors: [{ field: "code" }],
    });
  });

  test("lets nobody guess: after five wrong digits a person waits, and others do not", async () => {
    const unitId = await platform.addUnit("Guessed");
    const guesser = await platform.addUser({ unitId, roles: ["unitAdmin"] });
    const { code } = await showDigits(platform);
    const wrong = code === "000000" ? "000001" : "000000";
    const asked = (digits: string) => ({ body: { code: digits, name: "Guessed", unitId, screens } });
    for (let at = 0; at < 5; at++)
      expect(await platform.refusal(pairDisplay, asked(wrong), guesser)).toMatchObject({ code: 400 });
    expect(await platform.refusal(pairDisplay, asked(code), guesser)).toMatchObject({ code: 429 });
    expect(await platform.refusal(pairDisplay, asked("12ab"), guesser)).toMatchObject({
      errors: [{ field: "code" }],
    });
    const other = await platform.addUser({ unitId, roles: ["unitAdmin"] });
    await platform.call(pairDisplay, asked(code), other);
  });

  test("is asked for a hundred times by one address, then it waits", async () => {
    for (let at = 0; at < 101; at++) await platform.ask(beginDisplayPairing, { body: {} }, null);
    expect(await platform.refusal(beginDisplayPairing, { body: {} }, null)).toMatchObject({ code: 429 });
  });
});

onPlatform("Who pairs a display", (platform) => {
  test("holds the permission, and reaches the unit with all units below it", async () => {
    const [north, south] = [await platform.addUnit("North"), await platform.addUnit("South")];
    const { code } = await showDigits(platform);
    const body = { code, name: "Not theirs", unitId: south, screens };
    const viewer = await platform.addUser({ unitId: north, roles: ["viewer"] });
    expect(await platform.refusal(pairDisplay, { body }, viewer)).toMatchObject({ code: 403 });
    const person = await platform.addUser({ unitId: north, roles: ["unitAdmin"] });
    expect(await platform.refusal(pairDisplay, { body }, person)).toMatchObject({
      errors: [{ field: "unitId" }],
    });
    expect(
      await platform.refusal(pairDisplay, { body: { ...body, unitId: north, screens: [] } }, person),
    ).toMatchObject({ errors: [{ field: "screens" }] });
    await platform.call(pairDisplay, { body: { ...body, unitId: north } }, person);
    const again = await showDigits(platform);
    const taken = { ...body, code: again.code, name: "not THEIRS", unitId: north };
    expect(await platform.refusal(pairDisplay, { body: taken }, person)).toMatchObject({
      errors: [{ field: "name" }],
    });
  });
});

onPlatform("A display", (platform) => {
  const add = async (name: string, unitId?: number) =>
    addDisplay(platform, await platform.admin(), { name, unitId: unitId ?? (await platform.unit()) });

  test("is refused every call that writes, and every call that its screens do not make", async () => {
    const { session } = await add("Read only");
    const rest = declaredCalls.filter(
      ({ access, method, onDisplays }) => access.kind !== "open" && !(onDisplays && method === "GET"),
    );
    expect(rest.filter(({ method }) => method !== "GET").length).toBeGreaterThan(200);
    const params = { family: "waterSample", id: "1", ids: "1" };
    for (const call of rest) {
      const { body } = await platform.ask(call, { params, body: {} }, session);
      expect({ call: call.name, code: body.code }).toEqual({ call: call.name, code: 403 });
    }
  });

  test("shows what its unit and the units below it have, and nothing of others", async () => {
    const north = await platform.addUnit("North water");
    const below = await platform.addUnit("North water, east", north);
    const south = await platform.addUnit("South water");
    for (const [code, unitId] of [
      ["DN-1", north] as const,
      ["DB-1", below] as const,
      ["DS-1", south] as const,
    ])
      await platform.db
        .insertInto("samplingPoint")
        .values({ code, name: code, kind: "plantInlet", unitId, longitude: 10, latitude: 50 })
        .execute();
    const { session } = await add("Scoped", north);
    const { data } = await platform.call(getSituationPoints, { query: { category: "cocaine" } }, session);
    expect(data.points.map(({ code }) => code).sort()).toEqual(["DB-1", "DN-1"]);
  });

  test("shows no more than the person who paired it may see", async () => {
    const unitId = await platform.addUnit("Narrow");
    const roleKey = "pairsOnly";
    await sql`with added as (insert into role (name, role_key, data_scope) values ('Pairs', ${roleKey}, 'unitAndBelow')
        returning id)
      insert into role_menu (role_id, menu_id) select added.id, m.id from added, menu m
      where m.permission = 'situation:display:pair'`.execute(platform.db);
    const person = await platform.addUser({ unitId, roles: [roleKey] });
    const { session } = await addDisplay(platform, person, { name: "Narrow", unitId });
    expect((await platform.call(getInfo, {}, session)).permissions).toEqual([]);
    expect((await platform.call(getSituation, {}, session)).data).toMatchObject({
      ...{ alarms: null, samplings: null },
    });
  });

  test("is useless in another browser: the token opens nothing without its cookie, nor with another's", async () => {
    const [one, other] = [await add("Bound"), await add("Bound too")];
    await platform.call(getSituation, {}, one.session);
    for (const cookie of [undefined, other.session.cookie]) {
      const stolen = { token: one.session.token, ...(cookie === undefined ? {} : { cookie }) };
      expect(await platform.refusal(getSituation, {}, stolen)).toMatchObject({ code: 401 });
      expect(await platform.refusal(reportDisplay, { body: quietReport }, stolen)).toMatchObject({
        code: 401,
      });
      expect(await platform.refusal(realtime, { query: { topics: "alarms" } }, stolen)).toMatchObject({
        code: 401,
      });
    }
  });

  test("is revoked at once: its open stream ends and its next call is refused", async () => {
    const { session, displayId } = await add("Revoked");
    const live = await listenLive(platform.url, session, "alarms");
    await eventually(() => live.of("hello").length).toBe(1);
    const began = performance.now();
    await platform.call(revokeDisplays, { params: { ids: String(displayId) } }, await platform.admin());
    expect(await platform.refusal(getSituation, {}, session)).toMatchObject({ code: 401 });
    await eventually(() => live.of("sessionEnded").length).toBe(1);
    expect(performance.now() - began).toBeLessThan(1000);
    expect(await platform.refusal(reportDisplay, { body: quietReport }, session)).toMatchObject({
      code: 401,
    });
    const again = { params: { ids: String(displayId) } };
    expect(await platform.refusal(revokeDisplays, again, await platform.admin())).toMatchObject({
      code: 404,
    });
  });

  test("stays paired when the server restarts", async () => {
    const { session } = await add("Restarted");
    await platform.restart();
    await platform.call(getSituation, {}, session);
    await platform.call(reportDisplay, { body: quietReport }, session);
  });

  test("is dimmed at the hours that somebody sets, and half an interval is refused", async () => {
    const admin = await platform.admin();
    const { session, displayId } = await add("Dimmed");
    const body = { displayId, name: "Dimmed", screens, isOled: true, dimFrom: "22:00", dimUntil: "06:30" };
    await platform.call(changeDisplay, { body: { ...body, dimPercent: 35 } }, admin);
    const shown = { isOled: true, dimFrom: "22:00", dimUntil: "06:30", dimPercent: 35 };
    expect((await platform.call(reportDisplay, { body: quietReport }, session)).data).toMatchObject(shown);
    expect((await platform.call(listDisplays, { query: { keyword: "Dimmed" } }, admin)).rows).toMatchObject([
      shown,
    ]);
    for (const [change, field] of [
      [{ dimUntil: null }, "dimUntil"],
      [{ dimUntil: "22:00" }, "dimUntil"],
      [{ dimFrom: "24:00" }, "dimFrom"],
      [{ dimPercent: 5 }, "dimPercent"],
    ] as const)
      expect(await platform.refusal(changeDisplay, { body: { ...body, ...change } }, admin)).toMatchObject({
        errors: [{ field }],
      });
  });

  test("reports, is listed with what it reported, and is told what to show now", async () => {
    const admin = await platform.admin();
    const { session, displayId } = await add("Reporting");
    const listed = async () =>
      (await platform.call(listDisplays, { query: { keyword: "Reporting" } }, admin)).rows;
    expect(await listed()).toMatchObject([{ state: "waiting", report: null, heartbeatAt: null }]);
    const told = (await platform.call(reportDisplay, { body: quietReport }, session)).data;
    expect(told).toMatchObject({ name: "Reporting", screens, seconds: 60, mapTheme: "themeCT" });
    const current = { ...quietReport, build: told.build };
    await platform.call(reportDisplay, { body: current }, session);
    expect(await listed()).toMatchObject([{ state: "reporting", report: current, isCurrent: true }]);
    const body = { displayId, name: "Reporting on", screens: ["/visualMini" as const], seconds: 90 };
    await platform.call(changeDisplay, { body: { ...body, mapTheme: "themeYM", demoMode: true } }, admin);
    expect((await platform.call(reportDisplay, { body: quietReport }, session)).data).toMatchObject({
      ...{ name: "Reporting on", screens: ["/visualMini"], seconds: 90, mapTheme: "themeYM", demoMode: true },
    });
    await sql`update display set heartbeat_at = now() - interval '4 minutes' where id = ${displayId}`.execute(
      platform.db,
    );
    expect((await platform.call(listDisplays, { query: { state: "silent" } }, admin)).rows).toMatchObject([
      { displayId, isCurrent: false },
    ]);
    const nonsense = { ...quietReport, framesPerSecond: -1 };
    expect(await platform.refusal(reportDisplay, { body: nonsense }, session)).toMatchObject({
      errors: [{ field: "framesPerSecond" }],
    });
    expect(
      await platform.refusal(changeDisplay, { body: { ...body, displayId: 999_999 } }, admin),
    ).toMatchObject({ code: 404 });
  });
});
