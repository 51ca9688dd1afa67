import type { AnyCall } from "@tracewater/contract/call";
import { declaredCalls } from "@tracewater/contract/declared-calls";
import { beforeAll, expect, test } from "vitest";
import { addressOf, bearer, type Session } from "../../test/test-http.ts";
import { adminPassword, onPlatform } from "../../test/test-platform.ts";
import { type WrongInput, wrongInputsOf, wrongKindsOf } from "../../test/wrong-inputs.ts";

/** Exports of the log come before the calls that make it long. */
const calls = [...declaredCalls].sort((a, b) => Number(isOfLog(b)) - Number(isOfLog(a)));
const atATime = 8;

onPlatform("One value of the right form that makes no sense", (platform) => {
  let session: Session = { token: "" };
  const logIn = async () => {
    session = await platform.logIn("admin", adminPassword);
  };
  beforeAll(logIn);

  async function send(call: AnyCall, input: WrongInput, language = "en"): Promise<Sent> {
    const hasBody = call.method === "POST" || call.method === "PUT";
    const isForm = call.takes === "form";
    const pairs = Object.entries({ ...input.body }).map(([name, one]): [string, string] => [
      name,
      String(one),
    ]);
    const body = isForm ? new URLSearchParams(pairs) : JSON.stringify(input.body);
    const type = isForm ? {} : { "content-type": "application/json" };
    const answer = await fetch(`${platform.url}/prod-api${addressOf(call, input)}`, {
      method: call.method,
      headers: { ...bearer(session), "accept-language": language, ...(hasBody ? type : {}) },
      ...(hasBody ? { body } : {}),
    });
    const isJson = answer.headers.get("content-type")?.startsWith("application/json") === true;
    const text = isJson ? await answer.text() : "";
    if (!isJson) await answer.body?.cancel();
    return { status: answer.status, said: isJson ? refusalsIn(text) : [] };
  }

  test.each(calls.map((call) => [call.name, call] as const))(
    "is refused or ignored by %s, never an unexpected error",
    async (_name, call) => {
      const inputs = wrongInputsOf(call);
      while (inputs.length > 0) {
        const some = inputs.splice(0, atATime);
        const sent = await Promise.all(some.map((input) => send(call, input)));
        const tried = some.map((input) => input.what);
        expect({ tried, errors: platform.takeErrors() }).toEqual({ tried, errors: [] });
        expect(sent.filter(({ status }) => status >= 500)).toEqual([]);
        expect(sent.flatMap(({ said }) => said).filter((words) => validatorPhrases.test(words))).toEqual([]);
      }
      if (call.name === "logout") await logIn();
    },
    60_000,
  );

  test.each(calls.filter(({ access }) => access.kind !== "open").map((call) => [call.name, call] as const))(
    "of another kind is refused by %s in words of people, in both languages",
    async (_name, call) => {
      const inputs = wrongKindsOf(call);
      while (inputs.length > 0) {
        const some = inputs.splice(0, atATime);
        const [en, zh] = await Promise.all(
          ["en", "zh-CN"].map(async (language) => {
            const sent = await Promise.all(some.map((input) => send(call, input, language)));
            return sent.flatMap(({ said }) => said);
          }),
        );
        const tried = some.map((input) => input.what);
        expect({ tried, words: en?.filter((words) => validatorPhrases.test(words)) }).toEqual({
          tried,
          words: [],
        });
        expect({ tried, words: zh?.filter((words) => !/\p{Script=Han}/u.test(words)) }).toEqual({
          tried,
          words: [],
        });
      }
      if (call.name === "logout") await logIn();
    },
    60_000,
  );
});

type Sent = { status: number; said: string[] };

/** What the validator says by itself, in English alone and about its own terms. */
const validatorPhrases =
  /too (big|small)|invalid (input|option|string|key|element|iso|url|email|uuid)|expected \w+,? (to|received)|unrecognized key/i;

/** The sentences of a bad input's refusal, one for each field. */
function refusalsIn(text: string): string[] {
  const answer = JSON.parse(text) as { code?: number; errors?: { message: string }[] };
  return answer.code === 400 ? (answer.errors ?? []).map(({ message }) => message) : [];
}

function isOfLog({ name }: AnyCall): boolean {
  return name.startsWith("exportOperations") || name.startsWith("exportLogIns");
}
