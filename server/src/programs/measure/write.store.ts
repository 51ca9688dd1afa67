import { once } from "node:events";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { createBinaryCopy } from "../../features/fleet/telemetry/binary-copy.ts";
import { encodeValues, valueColumns } from "../../features/fleet/telemetry/uplink-rows.ts";
import type { StoredUplink } from "../../features/fleet/uplink.ts";

/** The peer of the write path: one long binary COPY of the same values into a table of the same shape. */
export async function copyAll(connection: pg.ClientConfig, uplinks: readonly StoredUplink[]): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(
    `create table copied (like telemetry); alter table copied add primary key (device_id, metric, ts)`,
  );
  const stream = client.query(copyFrom(`copy copied (${valueColumns}) from stdin (format binary)`));
  stream.end(encodeValues(createBinaryCopy(64 * 1024 * 1024), uplinks));
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
