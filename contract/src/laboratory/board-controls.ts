/**
 * Control boards of handheld detectors: a positive and a negative one that must read as what they are. A control that failed
 * or is overdue withholds the detector's results; a control that passed releases the detector.
 */
import { z } from "zod";
import { localized } from "../both-languages.ts";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, idInBody, page } from "../envelope.ts";
import { epochMs } from "../moments.ts";
import { blank, paging, searchText } from "../paging.ts";

const may = (verb: string) => permission(`laboratory:boardControl:${verb}`);
const path = "/v2/admin/laboratory/boardControl";

export const boardControlKind = z.enum(["positive", "negative"]);
export type BoardControlKind = z.infer<typeof boardControlKind>;

/**
 * Why results are withheld, the gravest first: a control read wrongly, the check of light source and camera failed, a
 * control is overdue, that check is.
 */
export const withholdCause = z.enum(["controlFailed", "checkFailed", "controlOverdue", "checkOverdue"]);
export type WithholdCause = z.infer<typeof withholdCause>;

/** `off`: no interval and no control yet; `overridden`: in lockout, and results count for the time being. */
export const boardControlState = z.enum(["off", "valid", "lockedOut", "overridden"]);
export type BoardControlState = z.infer<typeof boardControlState>;

/** One kind of control of a device, or of one lot on it where each lot has its own controls. */
const controlDue = z.object({
  lotId: z.number().int().nullable(),
  lotNo: z.string().nullable(),
  kind: boardControlKind,
  /** The last control that gave a verdict. */
  last: z.object({ testId: z.number().int(), at: epochMs, passed: z.boolean() }).nullable(),
  /** Null without an interval. */
  dueAt: epochMs.nullable(),
  isOverdue: z.boolean(),
});
export type ControlDue = z.infer<typeof controlDue>;

const plan = z.object({
  /** Days between two controls of a kind; null: none is due. */
  intervalDays: z.number().int().nullable(),
  perLot: z.boolean(),
  maxOverrides: z.number().int(),
  overrideHours: z.number().int(),
  /** Days between two checks of light source and camera with the card; null: none is due. */
  checkIntervalDays: z.number().int().nullable(),
});

const deviceControl = z.object({
  deviceId: z.number().int(),
  deviceName: z.string(),
  unitId: z.number().int(),
  unitName: z.string(),
  ...plan.shape,
  state: boardControlState,
  cause: withholdCause.nullable(),
  /** Since when the lockout lasts. */
  lockedSince: epochMs.nullable(),
  overriddenUntil: epochMs.nullable(),
  /** Overrides of the lockout that lasts. */
  overrides: z.number().int(),
  /** The next due date of any control. */
  dueAt: epochMs.nullable(),
  /** The last check that found the card as it should be, as the detector reports it. */
  checkedAt: epochMs.nullable(),
  checkDueAt: epochMs.nullable(),
  /** Results that are withheld. */
  withheld: z.number().int(),
});
export type DeviceControl = z.infer<typeof deviceControl>;

export const listBoardControls = defineCall({
  name: "listBoardControls",
  method: "GET",
  path: `${path}/list`,
  access: permission("laboratory:boardTest:list"),
  query: z.object({ ...paging, keyword: searchText, state: blank(boardControlState), unitId: blank(id) }),
  reply: page(deviceControl),
});

export const getBoardControl = defineCall({
  name: "getBoardControl",
  method: "GET",
  path: `${path}/:id`,
  access: permission("laboratory:boardTest:query"),
  /** The device. */
  params: z.object({ id }),
  reply: data(
    z.object({
      ...deviceControl.shape,
      controls: z.array(controlDue),
      /** The last lockouts with their overrides, the newest first. */
      lockouts: z.array(
        z.object({
          lockoutId: z.number().int(),
          cause: withholdCause,
          beganAt: epochMs,
          endedAt: epochMs.nullable(),
          overrides: z.array(
            z.object({ reason: z.string(), madeBy: z.string(), madeAt: epochMs, untilAt: epochMs }),
          ),
        }),
      ),
    }),
  ),
});
export type DeviceControlDetail = z.infer<typeof getBoardControl.reply>["data"];

/** Sets when controls are due. They are due at once where none was made yet. */
export const setBoardControl = defineCall({
  name: "setBoardControl",
  method: "PUT",
  path,
  access: may("edit"),
  title: { en: "Set when control boards are due", zh: "设置质控板周期" },
  body: z.object({
    deviceId: idInBody,
    intervalDays: z.number().int().min(1).max(365).nullable(),
    perLot: z.boolean().default(false),
    maxOverrides: z.number().int().min(0).max(20).default(3),
    overrideHours: z.number().int().min(1).max(168).default(24),
    checkIntervalDays: z.number().int().min(1).max(365).nullable().default(null),
  }),
  reply: data(deviceControl),
});

/** Lets the results of a lockout count, from its beginning and for some hours on; each use is counted. */
export const overrideBoardLockout = defineCall({
  name: "overrideBoardLockout",
  method: "POST",
  path: `${path}/override`,
  access: may("override"),
  personOnly: true,
  title: { en: "Override the lockout of a detector", zh: "强制放行检测仪结果" },
  body: z.object({
    deviceId: idInBody,
    reason: z
      .string()
      .trim()
      .min(5, localized("say why, in at least 5 characters", "请填写原因，至少 5 个字符"))
      .max(500),
  }),
  reply: data(deviceControl),
});
