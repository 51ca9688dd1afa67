/*
 * An evidence box opens for two named persons: two accounts in two sessions, each with a credential of their own. The
 * first signs the order, which waits; the second signs the same order from their own session, and then it leaves.
 */
import type { Assertion } from "@tracewater/contract/system/passkeys";
import type { Signed } from "@tracewater/custody/personal-signature";
import { AppError, fieldError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import { personRequired } from "../../../platform/confirmation.ts";
import { type PersonalSigning, signStatement } from "../../../platform/custody/event-signing.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { Device } from "../devices/device.service.ts";
import type { Person } from "./box-opening.service.ts";
import { createBoxOpeningStore } from "./box-opening.store.ts";
import type { Order } from "./command.model.ts";

/** Seconds within which the second person confirms. */
export const openingExpiresIn = 600;

/** What identifies an opening when both persons sign it. */
type Asked = {
  device: Pick<Device, "id" | "deviceName">;
  order: Pick<Order, "params">;
  commandId: string | null;
};

export type BoxOpenings = ReturnType<typeof createBoxOpenings>;

export function createBoxOpenings(options: {
  db: Db;
  signing: PersonalSigning;
  /** Whether a password alone is too little to open a box with. */
  asksSecondFactor: () => Promise<boolean>;
}) {
  const { signing } = options;
  const store = createBoxOpeningStore(options.db);

  async function sign(signer: Caller, { device, order, commandId }: Asked): Promise<Signed> {
    const { userId: id, nickName: name, userName } = signer;
    const signed = signStatement(signer, {
      ...{ kind: "openBox", actor: { id, name, userName }, box: device.deviceName, deviceId: device.id },
      ...{ order: JSON.parse(JSON.stringify(order.params)), command: commandId },
    });
    const isWeak = signed.by === "platform" && (signed.factor === "none" || signed.factor === "recovery");
    if (isWeak && (await options.asksSecondFactor())) throw factorRequired;
    return signed;
  }

  return {
    /** The other of the two, whose confirmation the order of the first waits for. */
    secondOf(caller: Caller, persons: readonly Person[]): Person {
      if (caller.key !== null) throw personRequired;
      const other = persons.find(({ userId }) => userId !== caller.userId);
      if (other === undefined || !persons.some(({ userId }) => userId === caller.userId)) throw notOneOfThem;
      return other;
    },

    /** Lets the first person sign, then orders; `send` writes the order that waits. */
    async order<T extends { id: string }>(
      caller: Caller,
      asked: Omit<Asked, "commandId"> & { act: string; signature: Assertion | undefined; second: Person },
      send: (signed: Signed) => Promise<T>,
    ): Promise<T> {
      return signing.sign(caller, asked, async (signer) => {
        const firstSigned = await sign(signer, { ...asked, commandId: null });
        const sent = await send(firstSigned);
        const first = { firstId: caller.userId, firstSession: caller.sessionId, firstSigned };
        await store.add(sent.id, { ...first, secondId: asked.second.userId });
        return sent;
      });
    },

    /** Lets the second person sign; throws where they are not that person, session or credential. */
    async confirm<T>(
      caller: Caller,
      asked: Asked & { commandId: string; act: string; signature: Assertion | undefined },
      free: (signed: Signed) => Promise<T>,
    ): Promise<T> {
      const opening = await store.find(asked.commandId);
      if (opening === undefined) throw nothingToConfirm;
      if (opening.secondId !== caller.userId) throw notSecond;
      if (opening.firstSession === caller.sessionId) throw sameSession;
      return signing.sign(caller, asked, async (signer) => {
        const signed = await sign(signer, asked);
        if (isSameCredential(opening.firstSigned, signed)) throw sameCredential;
        if (!(await store.confirm(asked.commandId, caller.sessionId, signed))) throw nothingToConfirm;
        return free(signed);
      });
    },
  };
}

/** One passkey for two accounts; apps and passwords belong to their account. */
function isSameCredential(first: Signed, second: Signed): boolean {
  return first.by === "passkey" && second.by === "passkey" && first.key === second.key;
}

const notOneOfThem = fieldError("params.personA", {
  en: "one of the two persons must be you",
  zh: "两名经手人之一须为本人",
});
const refused = (en: string, zh: string) => new AppError("refused", { en, zh });
const factorRequired = refused(
  "Opening an evidence box takes a passkey or an authenticator app of each person. Add one under My account, then log in again.",
  "开启物证箱须两人各自使用通行密钥或身份验证器。请在个人中心添加后重新登录。",
);
const notSecond = refused(
  "Only the second person named in this order can confirm it.",
  "仅指令中指定的第二经手人可确认。",
);
const sameSession = refused(
  "The second person must confirm in a session of their own.",
  "第二经手人须在本人的会话中确认。",
);
const sameCredential = refused(
  "The two persons must use two different credentials.",
  "两名经手人须使用不同的凭证。",
);
const nothingToConfirm = new AppError("conflict", {
  en: "This order no longer waits for a confirmation.",
  zh: "该指令已不在待确认状态。",
});
