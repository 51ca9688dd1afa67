import { createConnectionBook } from "../platform/connection-book.ts";
import type { Env } from "../platform/env.ts";
import { fitConnections, readFileLimit } from "../platform/file-limit.ts";
import type { RequestTimes } from "../platform/http/body-clock.ts";
import type { Log } from "../platform/log.ts";

/** The connections of visitors and of devices, within what the environment asks for and the system allows. */
export function createConnectionBooks(env: Env, now: () => number, log: Log) {
  const wanted = {
    http: { total: env.HTTP_CONNECTIONS, perAddress: env.HTTP_CONNECTIONS_PER_ADDRESS },
    devices: { total: env.MQTT_CONNECTIONS, perAddress: env.MQTT_CONNECTIONS_PER_ADDRESS },
  };
  const openFiles = readFileLimit();
  const { http, devices, isReduced } = fitConnections(wanted, openFiles);
  if (isReduced) {
    const given = { openFiles, http: http.total, devices: devices.total };
    log.info(given, "the system's limit of open files allows fewer connections than the variables");
  }
  const common = { isShared: env.isTrustedProxy, now, log };
  return {
    http: createConnectionBook({ ...common, name: "http", limits: http, countsSettled: true }),
    // A device that is logged in is one of those that are known: their number bounds itself.
    devices: createConnectionBook({ ...common, name: "mqtt", limits: devices, countsSettled: false }),
  };
}

export function requestTimes(env: Env): RequestTimes {
  return {
    headMs: env.REQUEST_HEAD_SECONDS * 1000,
    bodyMs: env.REQUEST_SECONDS * 1000,
    uploadRate: env.UPLOAD_RATE,
  };
}
