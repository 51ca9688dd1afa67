import { readFileSync } from "node:fs";
import { join } from "node:path";

type Route = { path: string; example: string };
const routes: Route[] = JSON.parse(
  readFileSync(join(import.meta.dirname, "../specification/routes.json"), "utf8"),
);
export const samplerRoutes = routes.filter(({ path }) => /^\/device\/(Sampling|admin\/)/.test(path));
/** `device_info`, `sample_auto/detail/:time`; empty for the device's page itself, and `list` for the list. */
export const tabOf = (path: string) =>
  path === "/device/Sampling" ? "list" : path.replace(/^.*:device_name\/?/, "");

/** What is on a page only where it has live or recorded values to show. */
export const samplerPages: Record<string, { en: RegExp; zh: RegExp }> = {
  list: { en: /WS-0391/, zh: /WS-0391/ },
  "": { en: /Carousel[\s\S]*mL/, zh: /分瓶盘[\s\S]*mL/ },
  device_info: { en: /Carousel[\s\S]*mL/, zh: /分瓶盘[\s\S]*mL/ },
  data_up: { en: /\d\d:\d\d:\d\d\s[\s\S]*\d,?\d{3} in total/, zh: /\d\d:\d\d:\d\d\s[\s\S]*共 \d,?\d{3} 条/ },
  server_down: { en: /Snapshot\s+Replied/, zh: /箱内抓拍\s+已应答/ },
  timed_tasks: { en: /Morning rinse[\s\S]*06:30/, zh: /Morning rinse[\s\S]*06:30/ },
  fast_image: { en: /SHA-256/, zh: /SHA-256/ },
  open_video: { en: /No camera selected/, zh: /未选择摄像头/ },
  device_look: {
    en: /Box temp\b[\s\S]*°C[\s\S]*Latest in-box snapshot[\s\S]*Environment[\s\S]*47\.\d{5}°/,
    zh: /箱温[\s\S]*°C[\s\S]*最近一次箱内抓拍[\s\S]*环境[\s\S]*47\.\d{5}°/,
  },
  bottle_entering: { en: /B0417-[A-F]\d\d/, zh: /B0417-[A-F]\d\d/ },
  sample_auto: { en: /B0417-[A-F]\d\d/, zh: /B0417-[A-F]\d\d/ },
  "sample_auto/detail/:time": {
    en: /N-24 (time|flow)|SP-\d{6}-\d{4} Routine/,
    zh: /N-24 (time|flow)|SP-\d{6}-\d{4} Routine/,
  },
  water_sampling: {
    en: /S-\d{6}-\d{4}[\s\S]{3,40}?\sComposite\s+EUDA:AT004[\s\S]*DL-\d{6}-\d{4}/,
    zh: /S-\d{6}-\d{4}[\s\S]{3,40}?\s混合样\s+EUDA:AT004[\s\S]*DL-\d{6}-\d{4}/,
  },
  "water_sampling/detail/:water_sampling_id": {
    en: /B0417-[A-F]12 \+ C0417[\s\S]*\d\s*mL[\s\S]*\d+ of \d+[\s\S]*Collected\s+20[\s\S]*Sealed\s+20/,
    zh: /B0417-[A-F]12 \+ C0417[\s\S]*\d\s*mL[\s\S]*\d+ \/ \d+[\s\S]*采集\s+20[\s\S]*封签\s+20/,
  },
  water_assay: {
    en: /B0417-[A-F]12[\s\S]*Ketamine\s+0\.13720\s+0\.0151\s+Quantified\s+Draft/,
    zh: /B0417-[A-F]12[\s\S]*氯胺酮\s+0\.13720\s+0\.0151\s+定量\s+草稿/,
  },
  "water_assay/detail/:water_assay_id": {
    en: /EUDA:AT004[\s\S]*Ketamine\s+ketamine\s+Ketamine\s+0\.13720\s+0\.0151\s+Quantified[\s\S]*0\.0010/,
    zh: /EUDA:AT004[\s\S]*氯胺酮\s+ketamine\s+氯胺酮\s+0\.13720\s+0\.0151\s+定量[\s\S]*0\.0010/,
  },
  bind_samplePoint: { en: /EUDA:AT004/, zh: /EUDA:AT004/ },
  operation_log: { en: /APP/, zh: /APP/ },
  win_operation_log: { en: /admin\s+Send a command\s/, zh: /admin\s+下发指令\s/ },
};

/** What is on the page that is seen, a device's header and tabs aside. */
export const pageText = `(() => {
  const seen = [...document.querySelectorAll(".tab-page")].find((page) => page.offsetParent !== null);
  const parts = seen?.querySelectorAll(".device-page > :not(.device-top)") ?? [];
  return parts.length === 0 ? (seen?.innerText ?? "") : [...parts].map((part) => part.innerText).join("\\n");
})()`;
