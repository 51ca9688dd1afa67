import { listCameras } from "@tracewater/contract/fleet/cameras";
import { expect, test } from "vitest";
import { onPlatform } from "../../../../../test/test-platform.ts";
import { sendClip } from "../../../../../test/test-videos.ts";

onPlatform(
  "A platform without ffmpeg",
  (platform) => {
    test("says so, and refuses what it could not check", async () => {
      const admin = await platform.admin();
      expect((await platform.call(listCameras, {}, admin)).canPlay).toBe(false);
      const { id } = await platform.addDevice();
      const refused = await sendClip(
        platform,
        id,
        Buffer.concat([Buffer.from("00000020667479706d703432", "hex"), Buffer.alloc(500)]),
      );
      expect(refused).toMatchObject({ code: 500, msg: expect.stringContaining("FFMPEG_PATH") });
    });
  },
  { env: { FFMPEG_PATH: "/nonexistent/ffmpeg" } },
);
