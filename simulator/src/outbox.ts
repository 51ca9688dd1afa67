/**
 * What a device has to say and nobody has confirmed yet. Two lanes, each first in, first out: what a command caused
 * goes ahead of a replay, for the platform waits 60 s for a reply while a day's buffer may take longer.
 * A message leaves only when all it waits for has come; a lost connection puts it back in its old place.
 */
export type Message = {
  id: string;
  topic: string;
  payload: string;
  /** A post waits for its PUBACK and for `post_reply` with code 200; a reply for the PUBACK alone. */
  waitsFor: "ack" | "ackAndReply";
};

export type Priority = "urgent" | "regular";

type Entry = Message & {
  order: number;
  priority: Priority;
  acked: boolean;
  replied: boolean;
  ackedMs: number;
};

export type Outbox = {
  /** Keeps the message; over the capacity the oldest waiting one is lost and counted. */
  add(message: Message, priority: Priority): void;
  /** The next message to put on the wire, or null where the window is full or nothing waits. */
  take(): Message | null;
  /** PUBACK or `post_reply` 200 for this id; true once the message is done with. */
  acked(id: string, nowMs: number): boolean;
  replied(id: string): boolean;
  /** The platform will never take it: it is dropped. */
  drop(id: string): void;
  /** Back in its place, to be sent again. */
  putBack(id: string): void;
  putAllBack(): void;
  /**
   * Ids whose PUBACK came before `beforeMs` and whose `post_reply` did not. A PUBACK that stays away is the
   * platform's back-pressure and no reason to send again.
   */
  overdue(beforeMs: number): string[];
  readonly waiting: number;
  readonly inFlight: number;
  readonly lost: number;
};

export function createOutbox(capacity: number, window: number): Outbox {
  const queues: Record<Priority, Queue> = { urgent: createQueue(), regular: createQueue() };
  const flying = new Map<string, Entry>();
  let order = 0;
  let lost = 0;

  function note(id: string, news: Partial<Entry>): boolean {
    const entry = flying.get(id);
    if (entry === undefined) return false;
    Object.assign(entry, news);
    const done = entry.acked && (entry.replied || entry.waitsFor === "ack");
    if (done) flying.delete(entry.id);
    return done;
  }

  function putBack(id: string): void {
    const entry = flying.get(id);
    if (entry === undefined) return;
    flying.delete(id);
    queues[entry.priority].insert({ ...entry, acked: false, replied: false });
  }

  return {
    add(message, priority) {
      const queue = queues[priority];
      if (queue.size() >= capacity) {
        queue.shift();
        lost += 1;
      }
      queue.insert({ ...message, order: order++, priority, acked: false, replied: false, ackedMs: 0 });
    },
    take() {
      if (flying.size >= window) return null;
      const entry = queues.urgent.shift() ?? queues.regular.shift();
      if (entry === undefined) return null;
      flying.set(entry.id, entry);
      return entry;
    },
    acked: (id, nowMs) => note(id, { acked: true, ackedMs: nowMs }),
    replied: (id) => note(id, { replied: true }),
    drop: (id) => void flying.delete(id),
    putBack,
    putAllBack() {
      for (const id of [...flying.keys()]) putBack(id);
    },
    overdue: (beforeMs) =>
      [...flying.values()].filter((e) => e.acked && e.ackedMs < beforeMs).map((e) => e.id),
    get waiting() {
      return queues.urgent.size() + queues.regular.size();
    },
    get inFlight() {
      return flying.size;
    },
    get lost() {
      return lost;
    },
  };
}

type Queue = { insert(entry: Entry): void; shift(): Entry | undefined; size(): number };

/** An array with a moving head: taking the first of 50,000 costs nothing. */
function createQueue(): Queue {
  let entries: Entry[] = [];
  let head = 0;
  return {
    size: () => entries.length - head,
    insert(entry) {
      // New entries have the highest order; one that is put back belongs near the head.
      if ((entries.at(-1)?.order ?? -1) < entry.order || entries.length === head) {
        entries.push(entry);
        return;
      }
      let at = head;
      while ((entries[at]?.order ?? Number.POSITIVE_INFINITY) < entry.order) at += 1;
      entries.splice(at, 0, entry);
    },
    shift() {
      const entry = entries[head];
      if (entry === undefined) return undefined;
      head += 1;
      if (head === entries.length || (head > 64 && head * 2 > entries.length)) {
        entries = entries.slice(head);
        head = 0;
      }
      return entry;
    },
  };
}
