/*
 * Who guesses passwords waits. A try is counted before the password is looked at and given back where it was right, so
 * that tries made side by side are counted like those made one after the other. It is counted for the account at one
 * address, for the address, and for the account at all addresses. How many passwords are looked at at once is limited
 * too: each costs a core some 40 ms and 19 MB.
 */
import { notFound } from "../../../platform/app-error.ts";
import { networkOf } from "../../../platform/network-address.ts";
import type { Scope } from "../../../platform/scope.ts";
import { createWorkSlots } from "../../../platform/work-slots.ts";
import type { AttemptLimit, AttemptStore } from "./attempt.store.ts";
import { LogInRefusal, type LogInUser } from "./log-in-refusal.ts";

/** What a try is counted for. The narrow count is forgotten by a success, the wide ones only get that try back. */
export type CountedFor = {
  narrow: AttemptLimit;
  wide: readonly AttemptLimit[];
  address: string;
  /** The field that a wait is reported at. */
  field: string;
};

type Tried<T> = { isRight: boolean; result: T };
/** Whether the account's own user is known at this address; asked only where others would have to wait. */
type Known = () => Promise<boolean>;

const ownWait = { free: 5, maxWaitS: 300 };
const addressWait = { free: 20, maxWaitS: 300 };
const factorWait = { free: 20, maxWaitS: 300 };
const accountWait = { free: 100, maxWaitS: 60 };
const pictureWait = { free: 30, maxWaitS: 300 };

export type PasswordAttempts = ReturnType<typeof createPasswordAttempts>;

export function createPasswordAttempts(options: {
  store: AttemptStore;
  /** Addresses of proxies stand for many visitors: nothing is counted for them alone. */
  isShared: (address: string) => boolean;
}) {
  const { store, isShared } = options;
  const slots = createPasswordSlots();
  let turn = 0;

  /** Counts the try for all of them; gives back what was counted where one has to wait. */
  async function reserveWide({ wide, field }: CountedFor, known: Known): Promise<string[]> {
    const taken: string[] = [];
    for (const limit of wide) {
      const waitS = await store.reserve(limit);
      if (waitS === null) taken.push(limit.key);
      else if (!(await known())) {
        await giveBack(taken);
        throw tooMany(waitS, field);
      }
    }
    return taken;
  }

  async function giveBack(keys: readonly string[]): Promise<void> {
    for (const key of keys) await store.giveBack(key);
  }

  /** Looks at one password of an address at a time: what is counted for it are failures, not tries on their way. */
  async function tryInTurn<T>(
    counted: CountedFor,
    work: () => Promise<Tried<T>>,
    known: Known,
  ): Promise<Tried<T>> {
    turn += 1;
    const owner = isShared(counted.address) ? `visitor ${turn}` : networkOf(counted.address);
    return slots.run(owner, async () => {
      const wide = await reserveWide(counted, known);
      const tried = await work().catch(async (error: unknown) => {
        await giveBack(wide);
        throw error;
      });
      if (tried.isRight) await giveBack(wide);
      return tried;
    });
  }

  /** Tries; `work` says whether it was right. A try that ended otherwise was none. */
  async function attempt<T>(
    counted: CountedFor,
    work: () => Promise<Tried<T>>,
    known: Known = async () => false,
  ): Promise<T> {
    const { narrow, field } = counted;
    const waitS = await store.reserve(narrow);
    if (waitS !== null) throw tooMany(waitS, field);
    const tried = await tryInTurn(counted, work, known).catch(async (error: unknown) => {
      await store.giveBack(narrow.key);
      throw error;
    });
    if (tried.isRight) await store.clear(narrow.key);
    return tried.result;
  }

  return {
    attempt,

    /** What a log-in is counted for. A picture read by a program is worth little: its tries are counted for all. */
    ofLogIn(userName: string, address: string, byPicture: boolean): CountedFor {
      const name = userName.toLowerCase();
      const wide = [{ key: `@account ${name}`, ...accountWait }];
      if (!isShared(address)) wide.unshift({ key: `@address ${networkOf(address)}`, ...addressWait });
      if (byPicture) wide.push({ key: "@picture", ...pictureWait });
      return {
        narrow: { key: `${name}|${networkOf(address)}`, ...ownWait },
        wide,
        address,
        field: "password",
      };
    },
    ofOwnPassword: (userId: number, address: string, field: string): CountedFor => ({
      ...{ narrow: { key: `@own ${userId}`, ...ownWait }, wide: [], address, field },
    }),
    /** Codes are guessed sooner than passwords: twenty tries at all addresses, then each waits. */
    ofSecondFactor: (userId: number, address: string): CountedFor => ({
      narrow: { key: `@factor ${userId}|${networkOf(address)}`, ...ownWait },
      wide: [{ key: `@factor ${userId}`, ...factorWait }],
      ...{ address, field: "otp" },
    }),
    ofSetup: (address: string): CountedFor => ({
      ...{ narrow: { key: `@setup ${networkOf(address)}`, ...ownWait }, wide: [], address, field: "code" },
    }),

    /** Lets somebody try at once whose account waits; gives whose it is. */
    async unlock(scope: Scope, userName: string): Promise<LogInUser> {
      const found = await store.findAccount(scope, userName);
      if (found === undefined) throw notFound({ en: "user", zh: "用户" });
      const name = found.name.toLowerCase();
      await store.clearAccount(`${name}|`, [`@account ${name}`]);
      await store.clearAccount(`@factor ${found.id}|`, [`@factor ${found.id}`]);
      return found;
    },
  };
}

function createPasswordSlots() {
  const text = {
    en: "Too many people are logging in at the moment. Try again in a few seconds.",
    zh: "当前登录人数过多，请稍后重试。",
  };
  return createWorkSlots({
    ...{ atOnce: 3, maxWaiting: 60, maxWaitingOfOwner: 30, maxWaitMs: 10_000 },
    ...{ own: text, all: text },
  });
}

function tooMany(seconds: number, field: string): LogInRefusal {
  return new LogInRefusal(
    {
      en: `Too many failed attempts. Try again in ${seconds} s.`,
      zh: `失败次数过多，请在 ${seconds} 秒后重试。`,
      field,
    },
    "waiting",
  );
}
