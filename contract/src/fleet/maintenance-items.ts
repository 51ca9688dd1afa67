import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, idInBody, page } from "../envelope.ts";
import { idList } from "../id-list.ts";
import { epochMs } from "../moments.ts";
import { blank, paging, searchText } from "../paging.ts";
import { familyKey } from "./families.ts";

const may = (verb: string) => permission(`upkeep:item:${verb}`);
const path = "/v2/admin/upkeep";

export const maintenanceKind = z.enum(["consumable", "calibration"]);
/** `soon` is within the days of warning ahead. */
export const maintenanceState = z.enum(["ok", "soon", "overdue"]);
export type MaintenanceState = z.infer<typeof maintenanceState>;
export const counterMode = z.enum(["used", "left"]);

const fields = {
  name: z.string().trim().min(1).max(100),
  kind: maintenanceKind,
  /** Done, it is due again after so many days; null where it is due once, or by its counter alone. */
  intervalDays: z.number().int().min(1).max(3650).nullable().default(null),
  dueOn: z.iso.date().nullable().default(null),
  /** A property that counts (pump hours, tube life); empty where the date alone counts. */
  counter: z.string().trim().max(50).default(""),
  /** `used`: due when it has risen by the limit since it was done; `left`: due when it has come down to it. */
  counterMode: counterMode.default("used"),
  counterLimit: z.number().min(0).max(1e9).nullable().default(null),
  warnDays: z.number().int().min(0).max(365).default(7),
  remark: z.string().trim().max(500).default(""),
};

/** What wears out on a device, or has to be calibrated. */
export const maintenanceItem = z.object({
  itemId: z.number().int(),
  deviceId: z.number().int(),
  deviceName: z.string(),
  nickname: z.string(),
  typeKey: familyKey,
  unitId: z.number().int(),
  unitName: z.string(),
  ...fields,
  intervalDays: z.number().int().nullable(),
  dueOn: z.string().nullable(),
  counter: z.string(),
  counterMode,
  counterLimit: z.number().nullable(),
  warnDays: z.number().int(),
  remark: z.string(),
  state: maintenanceState,
  /** What the counter says now: used since it was done, or left. */
  counterNow: z.number().nullable(),
  doneAt: epochMs.nullable(),
  doneBy: z.string(),
});
export type MaintenanceItem = z.infer<typeof maintenanceItem>;

export const listUpkeepItems = defineCall({
  name: "listUpkeepItems",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query: z.object({
    ...paging,
    /** Found in the name of the item, of the device, or its nickname. */
    keyword: searchText,
    kind: blank(maintenanceKind),
    state: blank(maintenanceState),
    unitId: blank(id),
    deviceId: blank(id),
  }),
  reply: page(maintenanceItem),
});

export const getUpkeepItem = defineCall({
  name: "getUpkeepItem",
  method: "GET",
  path: `${path}/:id`,
  access: may("query"),
  params: z.object({ id }),
  reply: data(
    maintenanceItem.extend({
      history: z.array(
        z.object({ at: epochMs, by: z.string(), note: z.string(), counterValue: z.number().nullable() }),
      ),
    }),
  ),
});

/** Of a device by its name; it belongs to the device's unit. */
export const addUpkeepItem = defineCall({
  name: "addUpkeepItem",
  title: { en: "Add a maintenance item", zh: "新增维护项目" },
  method: "POST",
  path,
  access: may("add"),
  body: z.object({ deviceName: z.string().min(1).max(64), ...fields }),
  reply: data(z.object({ itemId: z.number().int() })),
});

export const changeUpkeepItem = defineCall({
  name: "changeUpkeepItem",
  title: { en: "Edit a maintenance item", zh: "编辑维护项目" },
  method: "PUT",
  path,
  access: may("edit"),
  body: z.object({ itemId: idInBody, ...fields }),
});

export const removeUpkeepItems = defineCall({
  name: "removeUpkeepItems",
  title: { en: "Delete maintenance items", zh: "删除维护项目" },
  method: "DELETE",
  path: `${path}/:ids`,
  access: may("remove"),
  params: z.object({ ids: idList }),
});

/** Replaced or calibrated: the next date follows from the interval, the counter starts over, its alarm ends. */
export const doUpkeep = defineCall({
  name: "doUpkeep",
  title: { en: "Record completed maintenance", zh: "登记维护完成" },
  method: "PUT",
  path: `${path}/done`,
  access: may("do"),
  body: z.object({ itemId: idInBody, note: z.string().trim().max(500).default("") }),
});
