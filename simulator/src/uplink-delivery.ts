import { alinkCode } from "@tracewater/alink/codes";
import type { Connection } from "./connection.ts";
import type { Downlink } from "./downlink.ts";
import { createOutbox, type Message, type Outbox, type Priority } from "./outbox.ts";
import type { Scheduler } from "./scheduler.ts";

/** Brings messages out of the buffer onto the wire, and forgets one only when the platform has said that it is kept. */
export type Delivery = {
  add(message: Message, priority: Priority): void;
  /** The platform's word on a post. */
  finish(reply: Downlink & { kind: "postReply" }): void;
  connectionUp(): void;
  connectionDown(): void;
  /** Disabled by the platform: the device keeps to itself what it has to say. */
  setHeld(held: boolean): void;
};

export type UplinkDeliveryOptions = {
  connection: Connection;
  capacity: number;
  scheduler: Scheduler;
  onKept(): void;
  log(sentence: string): void;
};

const window = 16;
const replyTimeoutMs = 20_000;

export function createUplinkDelivery(made: UplinkDeliveryOptions): Delivery {
  const { connection, scheduler } = made;
  const outbox = createOutbox(made.capacity, window);
  let held = false;
  let pausedUntilMs = 0;
  const sweepLater = createSweep(outbox, scheduler, () => drain());

  function drain(): void {
    if (!connection.connected || held || scheduler.now() < pausedUntilMs) return;
    for (let message = outbox.take(); message !== null; message = outbox.take()) {
      const { id, topic, payload } = message;
      connection.send(topic, payload, 1, () => {
        outbox.acked(id, scheduler.now());
        drain();
      });
    }
    sweepLater();
  }

  function finish({ id, code, message }: Downlink & { kind: "postReply" }): void {
    const verdict = readVerdict(code);
    if (verdict.kind === "kept") {
      outbox.replied(id);
      made.onKept();
    } else if (verdict.kind === "refused") {
      made.log(`A post was refused with code ${code}${message === "" ? "" : ` (${message})`}.`);
      outbox.drop(id);
    } else {
      outbox.putBack(id);
      pausedUntilMs = scheduler.now() + verdict.ms;
      scheduler.after(verdict.ms, drain);
    }
    drain();
  }

  function add(message: Message, priority: Priority): void {
    const { lost } = outbox;
    outbox.add(message, priority);
    if (outbox.lost > lost) made.log("The buffer is full. Its oldest messages are lost.");
    drain();
  }

  function setHeld(next: boolean): void {
    held = next;
    drain();
  }

  function connectionUp(): void {
    pausedUntilMs = 0;
    setHeld(false);
  }

  return { add, finish, setHeld, connectionUp, connectionDown: outbox.putAllBack };
}

/** A post whose PUBACK came and whose `post_reply` did not is sent again after a while. */
function createSweep(outbox: Outbox, scheduler: Scheduler, drain: () => void): () => void {
  let sweeping = false;
  return () => {
    if (sweeping || outbox.inFlight === 0) return;
    sweeping = true;
    scheduler.after(replyTimeoutMs, () => {
      sweeping = false;
      for (const id of outbox.overdue(scheduler.now() - replyTimeoutMs)) outbox.putBack(id);
      drain();
    });
  };
}

type Verdict = { kind: "kept" } | { kind: "refused" } | { kind: "later"; ms: number };

function readVerdict(code: number): Verdict {
  switch (code) {
    case alinkCode.success:
      return { kind: "kept" };
    case alinkCode.tooMany:
      return { kind: "later", ms: 2000 };
    case alinkCode.noSuchDevice:
    case alinkCode.noSuchProduct:
    case alinkCode.deviceDisabled:
      return { kind: "later", ms: 60_000 };
    default:
      return code >= 500 && code < 600 ? { kind: "later", ms: 5000 } : { kind: "refused" };
  }
}
