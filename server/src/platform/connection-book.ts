import type { Socket } from "node:net";
import type { Log } from "./log.ts";
import { networkOf } from "./network-address.ts";

/** How many connections a listener holds at once, and how many of one address. */
export type ConnectionLimits = { total: number; perAddress: number };

/**
 * The open connections of one listener. A connection is silent until it has shown what it is for: a request, a device
 * that is logged in. Where all places are taken, a silent one of anyone who has the most of them makes room.
 */
export type ConnectionBook = {
  /** Takes a connection in; false where there is no place, and it is closed then. */
  admit(socket: Socket): boolean;
  /** This connection has shown what it is for. */
  finish(socket: Socket): void;
  open(): number;
};

type Held = { socket: Socket; network: string; since: number };

/** Anyone who comes to talk does so within this time. */
const silentAfterMs = 1000;
const reportEveryMs = 30_000;

export function createConnectionBook(options: {
  /** For the log. */
  name: string;
  limits: ConnectionLimits;
  /** Whether those that are settled still count for their address. */
  countsSettled: boolean;
  /** Addresses that stand for many visitors, such as a proxy's: no limit of their own. */
  isShared: (address: string) => boolean;
  now: () => number;
  log: Log;
}): ConnectionBook {
  const { name, limits, countsSettled, isShared, now, log } = options;
  const held = new Map<string, Held>();
  const silent = createSilentConnections();
  const ofNetwork = new Map<string, number>();
  let reportedAt = Number.NEGATIVE_INFINITY;
  let refused = 0;

  function count(network: string, by: 1 | -1): void {
    const next = (ofNetwork.get(network) ?? 0) + by;
    if (next > 0) ofNetwork.set(network, next);
    else ofNetwork.delete(network);
  }

  function release(key: string, one: Held): void {
    // Another connection may have the same port by now.
    if (held.get(key) !== one) return;
    held.delete(key);
    if (silent.remove(key, one) || countsSettled) count(one.network, -1);
  }

  /** Closes a silent connection for one of this network; false where none has to go for it. */
  function makeRoom(network: string): boolean {
    const found = silent.toGoFor(network, now());
    if (found === null) return false;
    release(found.key, found.one);
    found.one.socket.destroy();
    return true;
  }

  function refuse(socket: Socket, reason: string): false {
    const { remoteAddress } = socket;
    socket.destroy();
    refused += 1;
    if (now() - reportedAt >= reportEveryMs) {
      log.warn({ listener: name, address: remoteAddress, open: held.size, refused }, reason);
      reportedAt = now();
      refused = 0;
    }
    return false;
  }

  return {
    admit(socket) {
      const { remoteAddress: address } = socket;
      if (address === undefined) return false; // it is gone already
      const network = networkOf(address);
      if (!isShared(address) && (ofNetwork.get(network) ?? 0) >= limits.perAddress)
        return refuse(socket, "connections are refused: too many from one address");
      if (held.size >= limits.total && !makeRoom(network))
        return refuse(socket, "connections are refused: all places are taken");
      const key = keyOf(socket);
      const one = { socket, network, since: now() };
      held.set(key, one);
      silent.add(key, one);
      count(network, 1);
      socket.once("close", () => release(key, one));
      return true;
    },
    finish(socket) {
      const key = keyOf(socket);
      const one = held.get(key);
      if (one !== undefined && silent.remove(key, one) && !countsSettled) count(one.network, -1);
    },
    open: () => held.size,
  };
}

/** The silent connections, by the networks that they come from. */
function createSilentConnections() {
  /** In the order in which they came, of all and of each network. */
  const all = new Map<string, Held>();
  const ofNetwork = new Map<string, Map<string, Held>>();
  /** The networks by how many they have, so that the one with the most is found at once. */
  const byCount: Set<string>[] = [];
  let max = 0;

  function move(network: string, from: number, to: number): void {
    byCount[from]?.delete(network);
    if (to > 0) {
      const those = byCount[to] ?? new Set();
      byCount[to] = those.add(network);
    }
    max = Math.max(max, to);
    while (max > 0 && (byCount[max]?.size ?? 0) === 0) max -= 1;
  }

  return {
    add(key: string, one: Held): void {
      const own = ofNetwork.get(one.network) ?? new Map<string, Held>();
      const before = own.size;
      all.set(key, one);
      ofNetwork.set(one.network, own.set(key, one));
      move(one.network, before, own.size);
    },
    /** Whether it was silent. */
    remove(key: string, one: Held): boolean {
      const own = ofNetwork.get(one.network);
      if (all.get(key) !== one || own === undefined) return false;
      const before = own.size;
      all.delete(key);
      own.delete(key);
      if (own.size === 0) ofNetwork.delete(one.network);
      move(one.network, before, own.size);
      return true;
    },
    /**
     * Which one goes for a newcomer: the oldest of the network that has the most, where that has more than the
     * newcomer's would have; for a network that has none, else, the oldest of all, where it is silent for long. So
     * anyone who opens many closes their own, and never those of somebody with few.
     */
    toGoFor(network: string, nowMs: number): { key: string; one: Held } | null {
      const own = ofNetwork.get(network)?.size ?? 0;
      const [heaviest] = byCount[max] ?? [];
      const from = own + 1 < max && heaviest !== undefined ? ofNetwork.get(heaviest) : all;
      const [oldest] = from ?? [];
      if (oldest === undefined) return null;
      const [key, one] = oldest;
      if (from === all && (own > 0 || nowMs - one.since < silentAfterMs)) return null;
      return { key, one };
    },
  };
}

/** A connection and the same one under TLS are two sockets with one pair of ends. */
function keyOf({ remoteAddress, remotePort, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localPort}`;
}
