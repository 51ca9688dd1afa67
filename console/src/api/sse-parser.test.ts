import { expect, test } from "vitest";
import { createSseParser, type SseMessage } from "./sse-parser.ts";

function parse(...pieces: string[]): SseMessage[] {
  const messages: SseMessage[] = [];
  const parser = createSseParser((message) => messages.push(message));
  for (const piece of pieces) parser.feed(piece);
  return messages;
}

test("joins pieces and data lines", () => {
  expect(parse("id: 7\nda", "ta: a\ndata:b\n", "\n")).toEqual([{ data: "a\nb", id: "7" }]);
});

test("a CRLF that is cut in two is one line end", () => {
  expect(parse("data: a\r", "\n\r", "\ndata: b\r\n\r\n")).toEqual([
    { data: "a", id: undefined },
    { data: "b", id: undefined },
  ]);
});

test("comments and empty messages say nothing", () => {
  expect(parse(": keep-alive\n\n", "event: x\n\n")).toEqual([]);
});

test("an id counts without data too, once its message has ended", () => {
  const parser = createSseParser(() => undefined);
  parser.feed("id: 7\ndata: a\n\nid: 8\n");
  expect(parser.lastId()).toBe("7");
  parser.feed("\n: beat\n\n");
  expect(parser.lastId()).toBe("8");
});
