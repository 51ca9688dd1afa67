import { z } from "zod";
import { blank } from "./paging.ts";

const moment = blank(
  z.string().regex(/^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/, "yyyy-MM-dd or yyyy-MM-dd HH:mm:ss"),
);

/** From when to when, in the server's zone; plain or in `params[...]`, as clients of the family write it. */
export const timeSpan = {
  beginTime: moment,
  endTime: moment,
  "params[beginTime]": moment,
  "params[endTime]": moment,
};

/** The two ends as they were given; a day without a time means the whole day. */
export function spanOf(query: {
  beginTime?: string | undefined;
  endTime?: string | undefined;
  "params[beginTime]"?: string | undefined;
  "params[endTime]"?: string | undefined;
}): { from: string | null; until: string | null } {
  const from = query.beginTime ?? query["params[beginTime]"] ?? null;
  const until = query.endTime ?? query["params[endTime]"] ?? null;
  return { from: from, until: until !== null && until.length === 10 ? `${until} 23:59:59.999` : until };
}
