/*
 * The settings of the embedded PostgreSQL. They are given on the command line and not kept in the cluster, so that
 * a cluster always runs with those of the release that starts it, and starting needs to write nothing.
 */
import { PostgresStartError } from "./postgres-start-error.ts";

export const PORT = 5432;

/** For two cores and little memory. What they cost at rest is in supervisor.test.ts. */
const DEFAULTS: Record<string, string> = {
  shared_buffers: "32MB",
  max_connections: "50",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  effective_cache_size: "512MB",
  random_page_cost: "1.1",
  max_wal_size: "1GB",
  min_wal_size: "80MB",
  // Nobody replicates from the embedded database, and bulk loads into new tables are lighter for it.
  wal_level: "minimal",
  max_wal_senders: "0",
  max_logical_replication_workers: "0",
  max_worker_processes: "4",
  max_parallel_workers: "2",
  max_parallel_workers_per_gather: "1",
  autovacuum_max_workers: "2",
  autovacuum_worker_slots: "4",
  // The default, three workers for input and output, is memory that two cores do not repay.
  io_method: "sync",
  huge_pages: "off",
  jit: "off",
  // Telemetry has a partition for each month, and a statement may lock them all.
  max_locks_per_transaction: "128",
  // The query of a platform that was killed ends soon after it.
  client_connection_check_interval: "5s",
  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "%m [%p] ",
  log_checkpoints: "off",
  // Statements and details carry what people typed; the client gets them with its error.
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
};

const ALWAYS: Record<string, string> = {
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  listen_addresses: "",
  port: String(PORT),
  unix_socket_permissions: "0700",
  log_destination: "stderr",
  logging_collector: "off",
};

/** `-c name=value` for each; an override of what the supervisor rests on is refused. */
export function settingArguments(o: {
  clusterName: string;
  socketFolder: string;
  overrides: Record<string, string>;
}): string[] {
  const fixed: Record<string, string> = {
    ...ALWAYS,
    cluster_name: o.clusterName,
    unix_socket_directories: o.socketFolder,
  };
  for (const name of Object.keys(o.overrides)) {
    if (name in fixed || !/^[a-z_][a-z0-9_.]*$/.test(name)) {
      throw new PostgresStartError(
        "bad-setting",
        `The setting ${name} of the embedded database cannot be changed.`,
      );
    }
  }
  return Object.entries({ ...DEFAULTS, ...o.overrides, ...fixed }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
}
