import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { liftReadingHold, listReadingHolds, placeReadingHold } from "@tracewater/contract/fleet/legal-holds";
import { exportReadings } from "@tracewater/contract/fleet/telemetry";
import { expect, test } from "vitest";
import { addressOf, bearer, note } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { readXlsx } from "../../field/sampling-points/point-workbooks.fixture.ts";

const dataDir = await mkdtemp(join(tmpdir(), "tw-readings-"));

onPlatform(
  "Readings of a device",
  (platform) => {
    const fetchFile = async (query: Record<string, string | number>, language = "en") => {
      const answer = await fetch(`${platform.url}/prod-api${addressOf(exportReadings, { query })}`, {
        headers: { ...bearer(await platform.admin()), "accept-language": language },
      });
      note(exportReadings, "success");
      return answer;
    };
    const received = async () => {
      const device = await platform.connectNew();
      const time = Date.now() - 60_000;
      await device.post({
        ph: { value: 7.25, time },
        door: { value: 1, time },
        programName: { value: '=1+1,"x"', time },
      });
      await device.post({ ph: { value: 15, time: time + 1000 } });
      await device.post({ ph: { value: 9, time } });
      const query = { deviceId: device.credentials.id, begin: time - 1000, end: time + 5000 };
      return {
        query: { ...query, identifiers: "ph,door,programName" },
        time,
        name: device.credentials.deviceName,
      };
    };

    test("go out as csv: every value with its times, unit, meaning and what is odd about it", async () => {
      const { query, name } = await received();
      const answer = await fetchFile(query);
      expect(answer.headers.get("content-type")).toContain("text/csv");
      expect(decodeURIComponent(answer.headers.get("download-filename") ?? "")).toBe(`${name} readings.csv`);
      const text = await answer.text();
      const lines = text.split("\r\n");
      expect(lines[0]).toBe("Device time,Received,Property,Identifier,Value,Unit,Meaning,Remarks");
      expect(lines[1]).toMatch(
        /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00,[^,]+,pH,ph,7.25,,,conflicting value received$/,
      );
      expect(lines[2]).toMatch(/,ph,15,,,out of range$/);
      expect(lines[3]).toMatch(/,door,1,,Open,$/i);
      // What a spreadsheet would take for a formula stays a text.
      expect(lines[4]).toContain(`,programName,"'=1+1,""x""",,`);
      expect(lines).toHaveLength(6);
    });

    test("go out as xlsx with the same cells, in Chinese where it is asked for", async () => {
      const { query } = await received();
      const rows = await readXlsx(
        await (await fetchFile({ ...query, format: "xlsx" }, "zh-CN")).arrayBuffer(),
      );
      expect(rows[0]).toEqual(["设备时间", "接收时间", "属性", "标识符", "数值", "单位", "含义", "备注"]);
      expect(rows).toHaveLength(5);
      expect(rows[1]?.slice(3, 5)).toEqual(["ph", 7.25]);
      expect(rows[2]?.at(-1)).toBe("超出范围");
      expect(rows[4]?.[4]).toBe('=1+1,"x"');
    });

    test("are refused for a span that ends before it begins, and to anyone who may not export", async () => {
      const { query } = await received();
      const admin = await platform.admin();
      const wrong = { query: { ...query, end: query.begin - 1 } };
      expect(await platform.refusal(exportReadings, wrong, admin)).toMatchObject({
        errors: [{ field: "end" }],
      });
      const viewer = await platform.addUser({ roles: ["viewer"], unitId: await platform.unit() });
      expect(await platform.refusal(exportReadings, { query }, viewer)).toMatchObject({ code: 404 });
    });

    test("are put under a legal hold, which is lifted once and never deleted", async () => {
      const { query } = await received();
      const admin = await platform.admin();
      const { deviceId, begin, end } = query;
      const body = { deviceId, begin, end, reason: "Case 2026-17" };
      const { data } = await platform.call(placeReadingHold, { body }, admin);
      expect(data).toMatchObject({
        deviceId,
        begin,
        end,
        reason: "Case 2026-17",
        placedBy: "admin",
        liftedAt: null,
      });
      for (const wrong of [{ end: begin }, { reason: " " }, { deviceId: 999_999 }]) {
        const refused = await platform.refusal(placeReadingHold, { body: { ...body, ...wrong } }, admin);
        expect([400, 404]).toContain(refused.code);
      }
      const list = async (status: string) =>
        (await platform.call(listReadingHolds, { query: { deviceId, status: status as "placed" } }, admin))
          .total;
      expect([await list("placed"), await list("lifted")]).toEqual([1, 0]);
      const lift = { params: { id: data.holdId }, body: { reason: "Verdict" } };
      const lifted = await platform.call(liftReadingHold, lift, admin);
      expect(lifted.data).toMatchObject({
        liftedBy: "admin",
        liftReason: "Verdict",
        liftedAt: expect.any(Number),
      });
      expect(await platform.refusal(liftReadingHold, lift, admin)).toMatchObject({ code: 409 });
      expect([await list("placed"), await list("lifted")]).toEqual([0, 1]);
      const operator = await platform.addUser({ roles: ["operator"], unitId: await platform.unit() });
      expect(await platform.refusal(placeReadingHold, { body }, operator)).toMatchObject({ code: 403 });
      const nobody = await platform.addUser({ roles: [] });
      expect(await platform.refusal(listReadingHolds, {}, nobody)).toMatchObject({ code: 403 });
    });
  },
  { env: { DATA_DIR: dataDir } },
);
