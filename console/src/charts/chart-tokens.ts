import { tokenValue } from "../kit/token-value.ts";

/** The colours of a chart as text: ECharts draws on a canvas and reads no CSS variables. */
export type ChartTokens = {
  /** A canvas takes no inherited font. */
  font: string;
  series: string[];
  text: string;
  text2: string;
  text3: string;
  line: string;
  surface: string;
  fill: string;
  weekend: string;
  target: string;
  targetText: string;
  critical: string;
  maintenance: string;
  accent: string;
  tint: string;
  /** A fill for gaps: hatched where a canvas can be made, plain otherwise. */
  gap: string | { image: HTMLCanvasElement; repeat: "repeat" };
};

export function readChartTokens(): ChartTokens {
  const line = tokenValue("--line");
  return {
    font: getComputedStyle(document.body).fontFamily,
    series: [
      tokenValue("--accent-text"),
      tokenValue("--series-2"),
      tokenValue("--series-3"),
      tokenValue("--maintenance-dot"),
      tokenValue("--warn-dot"),
      tokenValue("--major-dot"),
    ],
    text: tokenValue("--text"),
    text2: tokenValue("--text2"),
    text3: tokenValue("--text3"),
    line,
    surface: tokenValue("--surface"),
    fill: tokenValue("--fill"),
    weekend: tokenValue("--hover"),
    target: tokenValue("--ok-tint"),
    targetText: tokenValue("--ok-text"),
    critical: tokenValue("--critical-text"),
    maintenance: tokenValue("--maintenance-dot"),
    accent: tokenValue("--accent"),
    tint: tokenValue("--accent-tint"),
    gap: hatch(tokenValue("--control-line")) ?? tokenValue("--fill"),
  };
}

function hatch(colour: string): { image: HTMLCanvasElement; repeat: "repeat" } | null {
  const image = document.createElement("canvas");
  image.width = 6;
  image.height = 6;
  const pen = image.getContext("2d");
  if (pen === null) return null;
  pen.strokeStyle = colour;
  pen.lineWidth = 1;
  pen.beginPath();
  for (const x of [-3, 3, 9]) {
    pen.moveTo(x - 3.5, 6.5);
    pen.lineTo(x + 3.5, -0.5);
  }
  pen.stroke();
  return { image, repeat: "repeat" };
}
