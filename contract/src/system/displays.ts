/**
 * Displays: browsers on a wall that show situation screens without anybody's session. A browser shows six digits, a person
 * enters them and says which unit and which screens; from then on the browser has a session of its own that reads what
 * these screens show and nothing else.
 */
import { z } from "zod";
import { localized } from "../both-languages.ts";
import { open, permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, idInBody, page } from "../envelope.ts";
import { idsInPath } from "../id-list.ts";
import { dateTime, epochMs } from "../moments.ts";
import { blank, paging, searchText } from "../paging.ts";

const path = "/v2/admin/display";
const may = (verb: string) => permission(`situation:display:${verb}`);

/** Minutes for which the six digits count. */
export const pairingMinutes = 10;
/** Wrong digits of one person within those minutes; then they wait. */
export const maxPairingTries = 5;
/** A display reports every minute; without a report for so many minutes it is silent, which is an alarm. */
export const silentMinutes = 3;

/** The screens that a display can show, by their address. */
export const displayScreen = z.enum(["/visual/situation", "/visualization", "/visualMini"]);
export type DisplayScreen = z.infer<typeof displayScreen>;

export const displayTheme = z.enum(["themeCT", "themeQHC", "themeYM", "themeLYXZ"]);

/** `waiting`: its browser has not fetched the pairing yet, `silent`: no report for three minutes. */
export const displayState = z.enum(["waiting", "reporting", "silent"]);
export type DisplayState = z.infer<typeof displayState>;

const minuteOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, localized("must be a time such as 22:00", "须为时间，如 22:00"))
  .nullable()
  .default(null);

const shown = {
  /** In the order in which they take turns. */
  screens: z.array(displayScreen).min(1).max(displayScreen.options.length),
  /** How long each stays. */
  seconds: z.number().int().min(15).max(3600).default(60),
  mapTheme: displayTheme.default("themeCT"),
  demoMode: z.boolean().default(false),
  /** What never moves is drawn weaker, and the clock changes sides: pixels of such a panel burn in. */
  isOled: z.boolean().default(false),
  /** From when until when the screen is dimmed, in the platform's time zone; null is never. It may go over midnight. */
  dimFrom: minuteOfDay,
  dimUntil: minuteOfDay,
  /** Percent of its brightness meanwhile. */
  dimPercent: z.number().int().min(10).max(100).default(60),
};
const name = z.string().trim().min(1).max(100);

/** What a display says about itself, once a minute. What a browser cannot measure is null. */
export const displayReport = z.object({
  screen: displayScreen.nullable(),
  framesPerSecond: z.number().min(0).max(1000).nullable(),
  heapMb: z.number().min(0).max(1_000_000).nullable(),
  width: z.number().int().min(0).max(100_000),
  height: z.number().int().min(0).max(100_000),
  /** The build of the console that it runs. */
  build: z.string().max(64),
  /** Seconds since the server answered what it shows; null before the first answer. */
  dataAgeS: z.number().int().min(0).max(100_000_000).nullable(),
});
export type DisplayReport = z.infer<typeof displayReport>;

export const display = z.object({
  displayId: z.number().int(),
  name: z.string(),
  unitId: z.number().int(),
  unitName: z.string(),
  screens: z.array(displayScreen),
  seconds: z.number().int(),
  mapTheme: displayTheme,
  demoMode: z.boolean(),
  isOled: z.boolean(),
  dimFrom: z.string().nullable(),
  dimUntil: z.string().nullable(),
  dimPercent: z.number().int(),
  state: displayState,
  heartbeatAt: epochMs.nullable(),
  /** Of the last report; null before the first. */
  report: displayReport.nullable(),
  /** It runs the console that the server serves now. */
  isCurrent: z.boolean(),
  address: z.string(),
  browser: z.string(),
  os: z.string(),
  pairedBy: z.string(),
  pairedTime: dateTime,
});
export type Display = z.infer<typeof display>;

/** Six digits for the browser that asks, which a cookie binds to it. */
export const beginDisplayPairing = defineCall({
  name: "beginDisplayPairing",
  method: "POST",
  path: `${path}/pairing`,
  access: open,
  audited: false,
  exemptFromLicence: true,
  /** `expiresIn` in seconds. */
  reply: data(z.object({ code: z.string(), expiresIn: z.number().int() })),
});

/** To the asking browser only, by its cookie; to every other it does not exist. With `paired` comes the display's token. */
export const getDisplayPairing = defineCall({
  name: "getDisplayPairing",
  method: "GET",
  path: `${path}/pairing`,
  access: open,
  exemptFromLicence: true,
  reply: data(
    z.object({
      state: z.enum(["waiting", "paired", "expired"]),
      name: z.string().optional(),
      token: z.string().optional(),
    }),
  ),
});

/** Pairs the browser that shows these digits: it shows what the unit and the units below it have. */
export const pairDisplay = defineCall({
  name: "pairDisplay",
  method: "POST",
  path,
  access: may("pair"),
  personOnly: true,
  title: { en: "Pair a display", zh: "配对显示屏" },
  body: z.object({
    code: z
      .string()
      .transform((text) => text.replace(/\s/g, ""))
      .pipe(
        z
          .string()
          .regex(/^\d{6}$/, localized("must be the six digits on the display", "请输入显示屏上的六位数字")),
      ),
    name,
    unitId: idInBody,
    ...shown,
  }),
  reply: data(z.object({ displayId: z.number().int() })),
});

export const listDisplays = defineCall({
  name: "listDisplays",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query: z.object({ ...paging, keyword: searchText, state: blank(displayState) }),
  reply: page(display),
});

export const changeDisplay = defineCall({
  name: "changeDisplay",
  method: "PUT",
  path,
  access: may("edit"),
  title: { en: "Edit a display", zh: "修改显示屏" },
  body: z.object({ displayId: idInBody, name, ...shown }),
});

/** Ends their sessions at once; they show their name and that they are not paired. */
export const revokeDisplays = defineCall({
  name: "revokeDisplays",
  method: "DELETE",
  path: `${path}/:ids`,
  access: may("revoke"),
  title: { en: "Revoke displays", zh: "撤销显示屏" },
  params: z.object({ ids: idsInPath }),
});

/** The report of the display whose token and cookie come along, and what it is to show; nobody else is answered. */
export const reportDisplay = defineCall({
  name: "reportDisplay",
  method: "POST",
  path: `${path}/heartbeat`,
  access: open,
  audited: false,
  exemptFromLicence: true,
  body: displayReport,
  reply: data(
    z.object({
      displayId: z.number().int(),
      name: z.string(),
      unitName: z.string(),
      /** What its screens may ask for. */
      permissions: z.array(z.string()),
      ...shown,
      /** The build of the console that the server serves now: another one than its own is fetched. */
      build: z.string(),
    }),
  ),
});
