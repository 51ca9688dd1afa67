import type { AlinkReply } from "@tracewater/alink/envelope";

/**
 * What features want to know of the link. Each hears of everything and takes what is its own, by the token of its
 * downlink or the id of its request. Replies are awaited: their PUBACK follows the commit.
 */
export type DownlinkListener = {
  ready?(deviceId: number): void;
  acknowledged?(token: string): void;
  replied?(deviceId: number, reply: AlinkReply): Promise<void>;
};

/** The features that listen, as one; each may have been added after the start. */
export function createDownlinkListeners() {
  const listeners: DownlinkListener[] = [];

  return {
    add(listener: DownlinkListener): void {
      listeners.push(listener);
    },
    ready(deviceId: number): void {
      for (const listener of listeners) listener.ready?.(deviceId);
    },
    acknowledged(token: string): void {
      for (const listener of listeners) listener.acknowledged?.(token);
    },
    async replied(deviceId: number, reply: AlinkReply): Promise<void> {
      for (const listener of listeners) await listener.replied?.(deviceId, reply);
    },
  };
}
