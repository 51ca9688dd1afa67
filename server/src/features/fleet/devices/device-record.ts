import type { FamilyKey } from "@tracewater/contract/fleet/families";

/** A device as the list and the detail read it. */
export type DeviceRecord = {
  id: number;
  deviceName: string;
  nickname: string;
  productId: number;
  productKey: string;
  typeKey: string;
  productName: string;
  productNameZh: string;
  status: "0" | "1";
  unitId: number;
  unitName: string;
  pointId: number | null;
  pointName: string | null;
  pointCode: string | null;
  tags: string[];
  firmware: string | null;
  latitude: number | null;
  longitude: number | null;
  createdAt: Date;
  activatedAt: Date | null;
  lastOnlineAt: Date | null;
  onlineSince: Date | null;
  lastConnectAt: Date | null;
  lastConnectAddress: string | null;
  lastConnectOutcome: string | null;
  lastConnectSdk: string | null;
  retiredAt: Date | null;
  replacedBy: { id: number; deviceName: string } | null;
  /** When it came to its present unit from another; null where it was never moved. */
  movedAt: Date | null;
};

export type NewDeviceRow = {
  productId: number;
  deviceName: string;
  nickname: string;
  unitId: number;
  pointId: number | null;
  secretSealed: Buffer;
  tags: string[];
  latitude?: number | null;
  longitude?: number | null;
};

/** What a person may edit. A position is entered by hand, or taken over from the device's own. */
export type DeviceChange = {
  nickname: string;
  pointId: number | null;
  tags: string[];
  latitude?: number | null;
  longitude?: number | null;
};

export type DeviceFilter = {
  typeKey: string;
  keyword?: string | undefined;
  unitId?: number | undefined;
  pointId?: number | undefined;
  tag?: string | undefined;
};

export const stateNames = ["online", "offline", "notActivated", "disabled", "retired"] as const;
export type StateName = (typeof stateNames)[number];

export type FoundState = Exclude<StateName, "retired">;

/** A device as a search finds it; its number is what people call it by. */
export type FoundDevice = { id: number; number: string; name: string; family: FamilyKey; state: FoundState };

export type DeviceOrder = {
  column: "deviceName" | "nickname" | "lastValueAt" | "createTime";
  descending: boolean;
};
