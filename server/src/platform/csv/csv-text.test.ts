import { expect, test } from "vitest";
import { decodeText, findDelimiter, readRecords } from "./csv-text.ts";

const cells = (text: string) => [...readRecords(text, findDelimiter(text))].map((one) => one.cells);

test("quotes, doubled quotes, delimiters and line ends inside of a field", () => {
  const text = 'a,"b ""x"", y","two\nlines"\r\n1,,"3"\n4,5,6';
  expect([...readRecords(text, ",")]).toEqual([
    { line: 1, cells: ["a", 'b "x", y', "two\nlines"] },
    { line: 3, cells: ["1", "", "3"] },
    { line: 4, cells: ["4", "5", "6"] },
  ]);
});

test.each([
  ["commas", "a,b,c\n1,2,3"],
  ["semicolons beside decimal commas", "a;b;c\n1,5;2,5;3\n1,5;2;3"],
  ["tabs", "a\tb\tc\n1\t2\t3"],
  ["what Excel tells in a line of its own", "sep=;\na;b;c\n1;2,2;3"],
  ["a few words above the table", "Instrument 1, batch 7\n\na;b;c\n1;2;3\n4;5;6"],
])("%s are found", (_what, text) => {
  expect(cells(text).find((one) => one[0] === "a")).toEqual(["a", "b", "c"]);
});

test("an unclosed quote takes the rest, an empty file gives nothing", () => {
  expect(cells('a,"b\n1,2')).toEqual([["a", "b\n1,2"]]);
  expect(cells("")).toEqual([]);
});

test("UTF-8 with and without its mark, UTF-16 and GB18030 are text, a picture is none", () => {
  const encode = (text: string) => new TextEncoder().encode(text);
  expect(decodeText(encode("\ufeff可卡因"))).toEqual({ text: "可卡因", encoding: "utf-8" });
  expect(decodeText(encode("可卡因"))).toEqual({ text: "可卡因", encoding: "utf-8" });
  expect(decodeText(new Uint8Array([0xbf, 0xc9, 0xbf, 0xa8, 0xd2, 0xf2]))).toEqual({
    ...{ text: "可卡因", encoding: "gb18030" },
  });
  const wide = new Uint8Array([0xff, 0xfe, 0x61, 0x00, 0x09, 0x00, 0x62, 0x00]);
  expect(decodeText(wide)).toEqual({ text: "a\tb", encoding: "utf-16le" });
  expect(decodeText(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0xff, 0xff]))).toBeNull();
});

test.each([
  ["a line of commas", ",".repeat(1_000_000), "row 1 has a cell in column GS (201)"],
  ["a quote that is never closed", `a,"${"b".repeat(1_000_000)}`, "row 1 is longer than 65536 characters"],
  ["a field of doubled quotes", `x\n${'"'.repeat(1_000_000)}`, "row 2 is longer than 65536 characters"],
  ["a word without an end", "w".repeat(1_000_000), "row 1 is longer than 65536 characters"],
  ["a long cell", `a,${"w".repeat(40_000)}`, "column B is longer than 32767 characters"],
])("%s is refused before it is kept, with its row", (_what, text, says) => {
  expect(() => cells(text)).toThrow(says);
});
