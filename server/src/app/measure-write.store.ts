import { once } from "node:events";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { createBinaryCopy } from "../features/fleet/telemetry/binary-copy.ts";
import type { StoredUplink } from "../features/fleet/uplink.ts";

/** The peer of the write path: one long binary COPY of the same values into a table of the same shape. */
export async function copyAll(connection: pg.ClientConfig, uplinks: readonly StoredUplink[]): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(
    `create table copied (like telemetry); alter table copied add primary key (device_id, metric, ts)`,
  );
  const stream = client.query(
    copyFrom("copy copied (device_id, metric, flags, ts, value, received_at) from stdin (format binary)"),
  );
  const copy = createBinaryCopy(64 * 1024 * 1024);
  copy.begin();
  for (const { about, values, receivedMicros } of uplinks) {
    for (const value of values) {
      copy.row(6);
      copy.int4(about.deviceId);
      copy.int2(value.metric);
      copy.int2(value.flags);
      copy.timestamp(value.atMicros);
      copy.float8(value.number ?? 0);
      copy.timestamp(receivedMicros);
    }
  }
  stream.end(copy.end());
  await once(stream, "finish");
  await client.query("drop table copied");
  await client.end();
}

/** What is known as latest of each device stays, as it does in the field. */
export async function emptyTelemetry(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query("truncate telemetry");
  await client.end();
}
