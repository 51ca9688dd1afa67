import type { DeviceLinkService } from "../features/fleet/device-link/device-link.service.ts";
import type { ListenerAddresses } from "../features/fleet/device-link/device-listeners.ts";
import { type Env, isLoopback } from "../platform/env.ts";
import type { HttpServer } from "../platform/http/http-server.ts";
import type { Part } from "../platform/lifecycle.ts";
import { listenOn } from "../platform/ports.ts";
import type { Tls } from "../platform/tls.ts";

/** Where it is reached; `mqtts` where there is a certificate. */
export type Addresses = { http: string; mqtt: string; mqtts?: string };

/** The doors to the outside: the one of devices and the one of everybody else, each a part that opens and closes. */
export function createListeners(options: {
  env: Env;
  tls: Tls | null;
  link: Pick<DeviceLinkService, "start" | "stop">;
  app: HttpServer;
  /** Lets the calls that are under way end, and closes. */
  drain: () => Promise<void>;
}) {
  const { env, tls, link, app } = options;
  const places = devicePlaces(env, tls);
  let httpPort = 0;
  let ports: { mqtt: number; mqtts: number | null } | null = null;

  const forDevices: Part = {
    name: "device link",
    async start() {
      ports = await link.start(places);
    },
    stop: link.stop,
  };
  const forHttp: Part = {
    name: "http",
    async start() {
      const where = { host: env.HOST, asked: env.HTTP_PORT, defaultPort: 8080, variable: "HTTP_PORT" };
      httpPort = await listenOn(where, async (port) => {
        await app.listen({ host: env.HOST, port, backlog: 8192 });
        const at = app.server.address();
        return typeof at === "object" && at !== null ? at.port : port;
      });
    },
    stop: options.drain,
  };

  return {
    forDevices,
    forHttp,
    httpPort: () => httpPort,
    isOpenForDevices: () => ports !== null,
    addresses(): Addresses {
      const { mqtt = 0, mqtts = null } = ports ?? {};
      return {
        http: address(tls === null ? "http" : "https", nameOf(env.HOST), httpPort),
        mqtt: address("mqtt", places.plain.host, mqtt),
        ...(mqtts === null ? {} : { mqtts: address("mqtts", env.HOST, mqtts) }),
      };
    },
  };
}

/** With a certificate the plain door is for this machine alone, unless the operator allows it to all. */
function devicePlaces(env: Env, tls: Tls | null): ListenerAddresses {
  const isOpen = tls === null || env.ALLOW_PLAINTEXT === "yes" || isLoopback(env.HOST);
  return {
    plain: { host: isOpen ? env.HOST : "127.0.0.1", port: env.MQTT_PORT },
    tls: tls === null ? null : { host: env.HOST, port: env.MQTT_TLS_PORT, files: tls },
  };
}

/** Browsers allow passkeys on `localhost` and refuse them on `127.0.0.1`. */
function nameOf(host: string): string {
  return isLoopback(host) ? "localhost" : host;
}

function address(scheme: string, host: string, port: number): string {
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
