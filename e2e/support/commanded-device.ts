import { setTimeout as delay } from "node:timers/promises";
import { callService } from "@tracewater/contract/fleet/commands";
import { type ApiClient, openApi } from "./api-client.ts";
import { cleanUpLater } from "./clean-up.ts";
import type { DatabaseView } from "./database-view.ts";
import type { Credentials } from "./platform-process.ts";
import { connectDevice, type RawDevice } from "./raw-device.ts";
import { waitUntil } from "./wait-until.ts";

/** Where the platform is now; null while it is not there. */
export type Places = () => { http: string; mqtt: string } | null;

/**
 * Orders one command after the other to a device that answers each, whatever happens to the platform meanwhile. The
 * ledger is this process's own: what was taken, how often it arrived, which reply was acknowledged.
 */
export function startOrders(credentials: Credentials, where: Places) {
  const { productKey, deviceName } = credentials;
  const topic = `/sys/${productKey}/${deviceName}/thing/service/grab_reply`;
  const taken: string[] = [];
  const arrivals = new Map<string, number>();
  const acknowledged = new Set<string>();
  /** Replies on their way, by packet id. */
  const replies = new Map<number, string>();
  let link: RawDevice | null = null;
  let isOver = false;
  let isClosing = false;
  let lastPacketId = 0;

  function send(packetId: number, id: string, isResend: boolean): void {
    const payload = JSON.stringify({ id, code: 200, data: {} });
    link?.post({ topic, payload, packetId, isResend });
  }

  const events = {
    message(_topic: string, payload: string, packetId: number | null) {
      const { id }: { id: string } = JSON.parse(payload);
      arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
      if (packetId !== null) link?.acknowledge(packetId);
      lastPacketId += 1;
      replies.set(lastPacketId, id);
      send(lastPacketId, id, false);
    },
    puback(packetId: number) {
      const id = replies.get(packetId);
      replies.delete(packetId);
      if (id !== undefined) acknowledged.add(id);
    },
  };

  async function stayConnected(): Promise<void> {
    while (!isClosing) {
      const place = where();
      link = place === null ? null : await connectDevice(place.mqtt, credentials, events).catch(() => null);
      if (link === null) {
        await delay(20);
        continue;
      }
      for (const [packetId, id] of replies) send(packetId, id, true);
      if (isClosing) link.socket.destroy();
      await link.closed;
    }
  }

  async function order(): Promise<void> {
    let api: ApiClient | null = null;
    let at = "";
    const input = {
      params: { family: "waterSample", service: "grab" },
      query: { deviceName },
      body: { params: { volume: 100 }, timeout: 600, expiresIn: 600 },
    } as const;
    while (!isOver) {
      const place = where();
      // What was refused, or answered by nobody, is nobody's order: the next one follows.
      try {
        if (place !== null && (api === null || place.http !== at)) {
          api = await openApi(place.http);
          at = place.http;
        }
        if (place !== null && api !== null) taken.push((await api.call(callService, input)).data.id);
      } catch {
        api = at === place?.http ? api : null;
      }
      await delay(50);
    }
  }

  const running = [stayConnected(), order()];
  const close = async () => {
    isOver = true;
    isClosing = true;
    link?.socket.destroy();
    await Promise.all(running);
  };
  cleanUpLater(close);
  return {
    taken: () => taken.length,
    /**
     * Orders nothing new, waits until each order that was taken is replied to, and holds the ledger against the
     * database.
     */
    async balance(view: DatabaseView): Promise<OrderBalance> {
      isOver = true;
      await running[1];
      await waitUntil("every order is replied to", () => taken.every((id) => acknowledged.has(id)), {
        withinMs: 60_000,
      });
      const rows = await view.rows<{ id: string; state: string }>(
        `select c.id::text as id, c.state from command c join device d on d.id = c.device_id
         where d.device_name = $1`,
        [deviceName],
      );
      const stored = new Map(rows.map((row) => [row.id, row.state]));
      return {
        taken: taken.length,
        lost: taken.filter((id) => !stored.has(id)).length,
        untrue: [...acknowledged].filter((id) => stored.get(id) !== "replied").length,
        doneTwice: [...arrivals.values()].filter((count) => count > 1).length,
      };
    },
    close,
  };
}

/** `untrue` are those whose reply was acknowledged and that are shown in another state than replied. */
export type OrderBalance = { taken: number; lost: number; untrue: number; doneTwice: number };
