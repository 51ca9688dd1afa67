import type { ColumnType, Generated } from "kysely";

/** The tables of cameras, pictures and clips, as the query builder sees them. */
export type MediaTables = {
  camera: {
    id: Generated<number>;
    unitId: number;
    deviceId: number | null;
    name: string;
    kind: "rtsp" | "hls" | "clips";
    /** As it may be shown: without the password. */
    address: string;
    /** Whole; null for cameras without an address. */
    addressSealed: Buffer | null;
    /** jsonb: read as parsed JSON, written as JSON text. */
    frame: ColumnType<unknown, string | null, string | null>;
    retentionDays: number;
    createdAt: Generated<Date>;
  };
  deviceFrame: {
    deviceId: number;
    cameraId: number | null;
    enabled: boolean;
    x: number;
    y: number;
    width: number;
    height: number;
  };
  deviceMedia: {
    id: Generated<number>;
    /** The unit that it belonged to when it was taken. */
    unitId: number;
    deviceId: number | null;
    cameraId: number | null;
    kind: "picture" | "clip" | "sheet";
    /** `receiving` while its bytes come. */
    state: "waiting" | "receiving" | "stored" | "refused";
    origin: "command" | "event" | "console" | "recording";
    source: string;
    commandId: string | null;
    takenAt: Date;
    /** Until then its bytes may come. */
    expiresAt: Date;
    storedAt: Date | null;
    /** bigint: the driver gives text. */
    bytes: ColumnType<string | null, number | null | undefined, number | null>;
    type: string | null;
    sha256: string | null;
    announcedSha256: string | null;
    announcedBytes: ColumnType<string | null, number | null | undefined, number | null>;
    durationMs: number | null;
    /** The name of its file among the kept files. */
    file: string | null;
    reasonEn: Generated<string>;
    reasonZh: Generated<string>;
    createdAt: Generated<Date>;
  };
  filePass: { tokenHash: Buffer; mediaId: number; userId: number; expiresAt: Date };
};
