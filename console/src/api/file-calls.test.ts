import { getPortrait } from "@tracewater/contract/system/profile";
import { afterEach, expect, test, vi } from "vitest";
import { onFailure } from "./failure.ts";
import { fetchFile } from "./file-calls.ts";

afterEach(() => vi.unstubAllGlobals());

const name = `${"0".repeat(48)}.png`;

/** What the server answers, in a browser that has a session. */
function answering(response: Response) {
  const asked = vi.fn(async (_address: string, _how: RequestInit) => response);
  vi.stubGlobal("fetch", asked);
  vi.stubGlobal("document", { cookie: "Admin-Token=its-token", documentElement: { lang: "zh-CN" } });
  return asked;
}

const fetchPortrait = () => fetchFile(getPortrait, { params: { name } }, new AbortController().signal);

test("a file that a page shows is fetched with the session", async () => {
  const asked = answering(
    new Response("bytes", { headers: { "content-type": "image/png", "download-filename": "a%20b.png" } }),
  );
  const file = await fetchPortrait();
  expect(file.name).toBe("a b.png");
  expect(await file.blob.text()).toBe("bytes");
  const [address, how] = asked.mock.calls[0] ?? [];
  expect(address).toBe(`/prod-api/profile/avatar/${name}`);
  expect(how?.headers).toEqual({ "accept-language": "zh-CN", authorization: "Bearer its-token" });
});

test.each([200, 502])(
  "what is no file fails with the server's words at status %s, and the page draws it",
  async (status) => {
    const received: boolean[] = [];
    const leave = onFailure((_failure, { handled }) => received.push(handled));
    answering(Response.json({ code: 404, msg: "No such picture", requestId: "r-1" }, { status }));
    await expect(fetchPortrait()).rejects.toMatchObject({
      code: 404,
      message: "No such picture",
      requestId: "r-1",
      httpStatus: status,
    });
    expect(received).toEqual([true]);
    leave();
  },
);

test("a file without a name of its own has that by which it was asked for", async () => {
  answering(new Response("bytes", { headers: { "content-type": "image/png" } }));
  expect((await fetchPortrait()).name).toBe(name);
});

test("a status without words is a failure too, and no file", async () => {
  answering(new Response("<html>", { status: 502, headers: { "content-type": "text/html" } }));
  await expect(fetchPortrait()).rejects.toMatchObject({ kind: "status", httpStatus: 502 });
});
