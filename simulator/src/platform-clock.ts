import type { Downlink } from "./downlink.ts";
import type { Scheduler } from "./scheduler.ts";

export type ClockReply = Downlink & { kind: "clock" };

/** Questions to the platform's clock over `/ext/ntp/`. */
export type PlatformClock = {
  /** How far `deviceNow` is behind the platform's clock, in milliseconds; null where no answer comes in 10 s. */
  ask(deviceNow: () => number, done: (offsetMs: number | null) => void): void;
  onMessage(reply: ClockReply): void;
};

const timeoutMs = 10_000;

export function createPlatformClock(scheduler: Scheduler, send: (payload: string) => void): PlatformClock {
  const questions = new Set<(reply: ClockReply) => void>();
  return {
    ask(deviceNow, done) {
      const sent = Math.round(deviceNow());
      const finish = (offsetMs: number | null) => {
        cancel();
        questions.delete(question);
        done(offsetMs);
      };
      const question = (reply: ClockReply) => {
        if (reply.deviceSent === sent) finish(offsetBetween(reply, deviceNow()));
      };
      const cancel = scheduler.after(timeoutMs, () => finish(null));
      questions.add(question);
      send(JSON.stringify({ deviceSendTime: String(sent) }));
    },
    onMessage(reply) {
      for (const question of [...questions]) question(reply);
    },
  };
}

/** Alink: true time is (serverRecv + serverSend + deviceRecv - deviceSend) / 2. */
function offsetBetween(reply: ClockReply, deviceReceived: number): number {
  const { deviceSent, serverReceived, serverSent } = reply;
  return Math.round((serverReceived + serverSent + deviceReceived - deviceSent) / 2 - deviceReceived);
}
