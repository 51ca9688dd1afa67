import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { decodePicture } from "../src/decode/decode-picture.ts";
import type { BoardMeasurement } from "../src/read/board-measurement.ts";
import { measureBoard } from "../src/read/measure-board.ts";
import { goldStrips, hasBoardData, readBoardFile, readLabels } from "./board-data.ts";

/*
 * One sheet of all pictures with the regions that were measured and their profiles, for a person to look at. It is drawn
 * into the folder that BOARD_SHEET names.
 */
const folder = process.env["BOARD_SHEET"];

test.runIf(folder !== undefined && hasBoardData)(
  "all pictures are drawn with regions and profile",
  async () => {
    const cells: string[] = [];
    for (const { file, truth } of readLabels()) {
      const bytes = readBoardFile(file);
      const { file: facts, picture } = await decodePicture(bytes);
      const measured = measureBoard({ picture, method: goldStrips });
      const refused = measured.gates.filter(({ verdict }) => verdict === "refuse").map(({ name }) => name);
      const type = facts.format === "png" ? "image/png" : "image/jpeg";
      const source = `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
      cells.push(`<figure><svg viewBox="0 0 ${facts.width} ${facts.height}"><image href="${source}" width="${facts.width}"
      height="${facts.height}"/>${regionOf(measured)}</svg>${profileOf(measured)}<figcaption><b>${file}</b> ${truth}<br>
      C ${figure(measured.c?.contrast)} T ${figure(measured.t?.contrast)}
      ${refused.length === 0 ? "" : `<i>refused: ${refused.join(", ")}</i>`}</figcaption></figure>`);
    }
    mkdirSync(folder ?? "", { recursive: true });
    const style = `body{display:grid;grid-template-columns:repeat(6,1fr);gap:8px;font:12px sans-serif}figure{margin:0}
    svg{width:100%;height:260px;background:#ddd}svg.profile{height:90px;background:#fff}i{color:#c00}`;
    writeFileSync(
      join(folder ?? "", "sheet.html"),
      `<meta charset="utf-8"><style>${style}</style>${cells.join("")}`,
    );
    expect(cells.length).toBe(readLabels().length);
  },
);

const figure = (value: number | undefined) => (value === undefined ? "–" : value.toFixed(3));

function regionOf({ band, c, t, lineWidth }: BoardMeasurement): string {
  if (band === null) return "";
  const { x, y, ux, uy, length, width } = band;
  const corner = (along: number, across: number) =>
    `${x + along * ux - across * uy},${y + along * uy + across * ux}`;
  const box = (from: number, to: number) =>
    [corner(from, -width / 2), corner(to, -width / 2), corner(to, width / 2), corner(from, width / 2)].join(
      " ",
    );
  const line = (at: number, colour: string) =>
    `<polygon points="${box(at - 0.9 * lineWidth, at + 0.9 * lineWidth)}" fill="none" stroke="${colour}"/>`;
  return `<polygon points="${box(0, length)}" fill="none" stroke="blue"/>${c === null ? "" : line(c.at, "green")}
    ${t === null ? "" : line(t.at, "red")}`;
}

function profileOf({ profile }: BoardMeasurement): string {
  const { levels, base } = profile;
  const points = (values: readonly number[]) => values.map((value, at) => `${at},${255 - value}`).join(" ");
  return `<svg class="profile" preserveAspectRatio="none" viewBox="0 0 ${Math.max(1, levels.length)} 255">
    <polyline points="${points(levels)}" fill="none" stroke="black" vector-effect="non-scaling-stroke"/>
    <polyline points="${points(base)}" fill="none" stroke="orange" vector-effect="non-scaling-stroke"/></svg>`;
}
