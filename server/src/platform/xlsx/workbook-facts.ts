import { maxCellLength, maxSharedLength, maxSharedTexts, UnreadableTable } from "../tables/table-limits.ts";
import { readAttribute, type XmlEvents } from "./xml-reader.ts";

/** What the cells of a workbook refer to. */
export type WorkbookFacts = {
  sharedTexts: string[];
  /** The styles under which a number is a day or a time. */
  dateStyles: Set<number>;
  is1904: boolean;
};

/** How each part of a workbook is read, by its name; what has none is not read. */
export const factReaders: readonly [part: string, (facts: WorkbookFacts) => XmlEvents][] = [
  ["xl/workbook.xml", readProperties],
  ["xl/sharedStrings.xml", readSharedTexts],
  ["xl/styles.xml", readStyles],
];

function readProperties(facts: WorkbookFacts): XmlEvents {
  return {
    open(name, attributes) {
      if (name !== "workbookPr") return;
      facts.is1904 = ["1", "true"].includes(readAttribute(attributes, "date1904") ?? "");
    },
    ...ignoring,
  };
}

/** Runs of a rich text are one text; what says how it is spoken (`rPh`) is none. */
function readSharedTexts(facts: WorkbookFacts): XmlEvents {
  let text = "";
  let isText = false;
  let isPhonetic = false;
  let length = 0;
  return {
    open(name) {
      if (name === "si") text = "";
      else if (name === "rPh") isPhonetic = true;
      isText = name === "t" && !isPhonetic;
    },
    text(take) {
      if (isText) text += take();
      if (text.length > maxCellLength) throw tooLong();
    },
    close(name) {
      isText = false;
      if (name === "rPh") isPhonetic = false;
      if (name !== "si") return;
      facts.sharedTexts.push(text);
      length += text.length;
      if (facts.sharedTexts.length > maxSharedTexts || length > maxSharedLength) throw tooMany();
    },
  };
}

/** The formats of the cells' styles (`cellXfs`), not those of the styles with a name. */
function readStyles(facts: WorkbookFacts): XmlEvents {
  const formats = new Map<number, string>();
  let isOfCells = false;
  let style = 0;
  return {
    open(name, attributes) {
      const id = Number(readAttribute(attributes, "numFmtId") ?? 0);
      if (name === "numFmt") formats.set(id, readAttribute(attributes, "formatCode") ?? "");
      else if (name === "cellXfs") isOfCells = true;
      else if (name === "xf" && isOfCells) {
        if (isDateFormat(id, formats.get(id))) facts.dateStyles.add(style);
        style += 1;
        if (style > maxStyles || formats.size > maxStyles) throw new UnreadableTable(null);
      }
    },
    text: ignoring.text,
    close(name) {
      if (name === "cellXfs") isOfCells = false;
    },
  };
}

const maxStyles = 70_000;

/** ECMA-376, 18.8.30: 14-22 and 45-47 are days and times everywhere, 27-36 and 50-58 in East Asia. */
function isDateFormat(id: number, code: string | undefined): boolean {
  if (code !== undefined)
    return /[ymdhs]/i.test(code.replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]|"[^"]*"|[\\_*]./gi, ""));
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
}

const ignoring = { text: () => undefined, close: () => undefined };

function tooLong(): UnreadableTable {
  return new UnreadableTable({
    en: `a cell is longer than ${maxCellLength} characters`,
    zh: `有单元格超过 ${maxCellLength} 个字符`,
  });
}

function tooMany(): UnreadableTable {
  return new UnreadableTable({
    en: `holds more than ${maxSharedTexts} different texts or ${maxSharedLength / 1024 / 1024} million characters; split it`,
    zh: `不同文本超过 ${maxSharedTexts} 个或 ${maxSharedLength / 1024 / 1024} 百万字符，请拆分文件`,
  });
}
