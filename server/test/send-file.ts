import type { AnyCall } from "@tracewater/contract/call";
import { envelope } from "@tracewater/contract/envelope";
import type { z } from "zod";
import { addressOf, bearer, note, type Session } from "./test-http.ts";

/** Uploads a file to a call that takes one, as the console does, and gives what was answered in English. */
export async function sendFile(
  { url }: { url: string },
  call: AnyCall,
  file: string | Uint8Array,
  input: { params?: object; query?: object },
  as: Session,
) {
  const body = new FormData();
  body.append("file", new Blob([typeof file === "string" ? file : new Uint8Array(file)]), "run.xlsx");
  const headers = { ...bearer(as), "accept-language": "en" };
  const answer = await fetch(`${url}/prod-api${addressOf(call, input as never)}`, {
    ...{ method: "POST", headers, body },
  });
  const received: z.infer<typeof envelope> & { data?: unknown } = envelope.parse(await answer.json());
  note(call, received.code === 200 ? "success" : "refusal");
  return { ...received, status: answer.status };
}
