import type { Socket } from "node:net";
import { createLinkedList, type LinkedList, type Links, noLinks } from "./linked-list.ts";
import type { Log } from "./log.ts";
import { networkOf } from "./network-address.ts";

/** How many connections a listener holds at once, and how many of one address. */
export type ConnectionLimits = { total: number; perAddress: number };

/**
 * The open connections of one listener. A connection is silent until it has shown what it is for: a request, a device
 * that is logged in. Where all places are taken, a silent one of anyone who has the most of them makes room.
 */
export type ConnectionBook = {
  /**
   * Takes a connection in; false where there is no place, and it is closed then. `carriesTls`: what it is for is shown on the
   * socket that TLS makes of it.
   */
  admit(socket: Socket, carriesTls?: boolean): boolean;
  /** This connection, or the one that carries it, has shown what it is for. */
  finish(socket: Socket): void;
  closeAll(): void;
};

type Network = {
  name: string;
  /** Of its connections, those that count for its limit. */
  counted: number;
  /** In the order in which they came. */
  silent: LinkedList<Held>;
  /** Among those with as many silent ones. */
  links: Links<Network>;
};

type Held = {
  socket: Socket;
  network: Network;
  since: number;
  state: "silent" | "settled" | "released";
  /** Among all that are silent, or all that are settled. */
  links: Links<Held>;
  /** Among the silent ones of its network. */
  ownLinks: Links<Held>;
};

/** Where a socket has its entry: a table of ten thousand that come and go costs more than they do. */
const entry = Symbol("entry");
type HeldSocket = Socket & { [entry]?: Held };

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
  const networks = new Map<string, Network>();
  const silent = createSilentConnections();
  const settled = createLinkedList<Held>((one) => one.links);
  const carriers = new Map<string, Held>();
  let open = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  let refused = 0;

  /** One that is counted no more; its network is forgotten with the last of them. */
  function discount({ network }: Held): void {
    network.counted -= 1;
    if (network.counted === 0) networks.delete(network.name);
  }

  function markSettled(one: Held): void {
    if (one.state !== "silent") return;
    silent.remove(one);
    one.state = "settled";
    settled.add(one);
    if (!countsSettled) discount(one);
  }

  function release(one: Held): void {
    const { state } = one;
    if (state === "released") return;
    one.state = "released";
    open -= 1;
    if (state === "silent") silent.remove(one);
    else settled.remove(one);
    if (state === "silent" || countsSettled) discount(one);
  }

  function close(one: Held): void {
    release(one);
    one.socket.destroy();
  }

  /** Closes a silent connection for one of this network; false where none has to go for it. */
  function makeRoom(network: Network): boolean {
    const found = silent.toGoFor(network, now());
    if (found !== null) close(found);
    return found !== null;
  }

  function refuse(socket: Socket, reason: string): false {
    const { remoteAddress } = socket;
    socket.destroy();
    refused += 1;
    if (now() - reportedAt >= reportEveryMs) {
      log.warn({ listener: name, address: remoteAddress, open, refused }, reason);
      reportedAt = now();
      refused = 0;
    }
    return false;
  }

  /** A connection and the same one under TLS are two sockets with one pair of ends. */
  function rememberEnds(socket: Socket, one: Held): void {
    const ends = endsOf(socket);
    carriers.set(ends, one);
    socket.on("close", () => {
      // Another connection may have the same ports by now.
      if (carriers.get(ends) === one) carriers.delete(ends);
    });
  }

  return {
    admit(socket: HeldSocket, carriesTls = false) {
      const { remoteAddress: address } = socket;
      if (address === undefined) return false; // it is gone already
      const from = networkOf(address);
      const network = networks.get(from) ?? makeNetwork(from);
      if (!isShared(address) && network.counted >= limits.perAddress)
        return refuse(socket, "connections are refused: too many from one address");
      if (open >= limits.total && !makeRoom(network))
        return refuse(socket, "connections are refused: all places are taken");
      // Nobody makes room for their own network: it is still the one that was found.
      if (network.counted === 0) networks.set(from, network);
      const one = makeHeld(socket, network, now());
      socket[entry] = one;
      open += 1;
      network.counted += 1;
      silent.add(one);
      // `once` makes two objects for each.
      socket.on("close", () => release(one));
      if (carriesTls) rememberEnds(socket, one);
      return true;
    },
    finish(socket: HeldSocket) {
      const one = socket[entry] ?? (carriers.size > 0 ? carriers.get(endsOf(socket)) : undefined);
      if (one !== undefined) markSettled(one);
    },
    closeAll() {
      for (let one = silent.oldest(); one !== null; one = silent.oldest()) close(one);
      for (let one = settled.oldest(); one !== null; one = settled.oldest()) close(one);
    },
  };
}

/** The silent connections, by the networks that they come from. */
function createSilentConnections() {
  /** In the order in which they came. */
  const all = createLinkedList<Held>((one) => one.links);
  /** The networks by how many they have, so that the one with the most is found at once. */
  const byCount: LinkedList<Network>[] = [];
  let max = 0;

  function move(network: Network, from: number, to: number): void {
    if (from > 0) byCount[from]?.remove(network);
    if (to > 0) {
      byCount[to] ??= createLinkedList<Network>((one) => one.links);
      byCount[to].add(network);
    }
    max = Math.max(max, to);
    while (max > 0 && (byCount[max]?.size() ?? 0) === 0) max -= 1;
  }

  return {
    oldest: all.oldest,
    add(one: Held): void {
      const { network } = one;
      all.add(one);
      network.silent.add(one);
      move(network, network.silent.size() - 1, network.silent.size());
    },
    remove(one: Held): void {
      const { network } = one;
      all.remove(one);
      network.silent.remove(one);
      move(network, network.silent.size() + 1, network.silent.size());
    },
    /**
     * Which one goes for a newcomer: the oldest of the network that has the most, where that has more than the
     * newcomer's would have; for a network that has none, else, the oldest of all, where it is silent for long. So
     * anyone who opens many closes their own, and never those of somebody with few.
     */
    toGoFor(network: Network, nowMs: number): Held | null {
      const own = network.silent.size();
      const heaviest = byCount[max]?.oldest();
      if (own + 1 < max && heaviest !== null && heaviest !== undefined) return heaviest.silent.oldest();
      const oldest = all.oldest();
      if (oldest === null || own > 0 || nowMs - oldest.since < silentAfterMs) return null;
      return oldest;
    },
  };
}

function makeNetwork(name: string): Network {
  return { name, counted: 0, silent: createLinkedList<Held>((one) => one.ownLinks), links: noLinks() };
}

function makeHeld(socket: Socket, network: Network, since: number): Held {
  return { socket, network, since, state: "silent", links: noLinks(), ownLinks: noLinks() };
}

function endsOf({ remoteAddress, remotePort, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localPort}`;
}
