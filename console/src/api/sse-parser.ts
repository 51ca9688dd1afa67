/** One message of a stream of server-sent events. */
export type SseMessage = { data: string; id: string | undefined };

/**
 * Cuts a stream of text into messages (HTML, 9.2.6): lines end with LF, CR or CRLF, an empty line ends a
 * message, a colon first is a comment. Feed it pieces as they come; it keeps what is not yet whole. Ours and no library,
 * since an id counts also where its message has no data (decision 0120).
 */
export function createSseParser(onMessage: (message: SseMessage) => void) {
  let rest = "";
  let data: string[] = [];
  let id: string | undefined;
  let lastId: string | undefined;

  function takeLine(line: string): void {
    if (line === "") {
      lastId = id;
      if (data.length > 0) onMessage({ data: data.join("\n"), id });
      data = [];
      return;
    }
    const colon = line.indexOf(":");
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "data") data.push(value);
    if (field === "id" && !value.includes("\0")) id = value;
  }

  return {
    feed(piece: string): void {
      const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? "";
      for (const line of lines) takeLine(line);
    },
    /** The id after which the stream goes on: that of the last whole message that had one, with data or without. */
    lastId: () => lastId,
  };
}
