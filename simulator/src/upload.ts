import { z } from "zod";
import type { Picture } from "./pictures/png.ts";

/** Where the platform wants a picture, once: it is in a command, or in the reply to an event. */
export type UploadOffer = { url: string; sha256: string | null };

const offer = z.object({
  upload: z.object({ url: z.url({ protocol: /^https?$/ }), sha256: z.string().nullish() }),
});

/** Null where nothing is offered. */
export function readOffer(params: unknown): UploadOffer | null {
  const read = offer.safeParse(params);
  return read.success ? { url: read.data.upload.url, sha256: read.data.upload.sha256 ?? null } : null;
}

const timeoutMs = 30_000;

/** Sends a picture to the address it was asked for at; null, or the sentence that says why it is not there. */
export async function upload(
  { url }: UploadOffer,
  { png, sha256, type = "image/png" }: Picture,
): Promise<string | null> {
  try {
    const response = await fetch(url, {
      method: "PUT",
      headers: { "content-type": type, "x-content-sha256": sha256 },
      body: new Uint8Array(png),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const read = answer.safeParse(await response.json());
    if (!read.success) return `The platform returned HTTP ${response.status}.`;
    return read.data.code === 200 ? null : `The platform refused the picture: ${read.data.msg}`;
  } catch (error) {
    return `The picture could not be sent: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

const answer = z.object({ code: z.number(), msg: z.string() });
