import type { AnyCall } from "./call.ts";
import * as samplingPoints from "./field/sampling-points.ts";
import * as commands from "./fleet/commands.ts";
import * as devices from "./fleet/devices.ts";
import * as products from "./fleet/products.ts";
import * as realtime from "./fleet/realtime.ts";
import * as telemetry from "./fleet/telemetry.ts";
import * as dept from "./system/dept.ts";
import * as session from "./system/session.ts";

/** Every call of the API; one that is not here does not exist. */
export const declaredCalls: AnyCall[] = [
  session,
  dept,
  products,
  devices,
  telemetry,
  commands,
  realtime,
  samplingPoints,
].flatMap((module) => Object.values<unknown>(module).filter(isCall));

function isCall(value: unknown): value is AnyCall {
  return (
    typeof value === "object" && value !== null && "method" in value && "access" in value && "path" in value
  );
}
