import * as keys from "@tracewater/contract/system/passkeys";
import * as factor from "@tracewater/contract/system/second-factor";
import * as sso from "@tracewater/contract/system/single-sign-on";
import type { CallInput, Rule } from "./access-cells.ts";

const plain = (input: CallInput = {}): Rule => ({ outside: "none", make: async () => ({ input }) });

const described = { id: "bm9uZQ", rawId: "bm9uZQ", type: "public-key" };
const noRegistration = { ...described, response: { clientDataJSON: "e30", attestationObject: "oA" } };
const noAssertion = {
  ...described,
  response: { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" },
};

/** Second factors, passkeys and identities: everybody's own, and the ways in by them. */
export const waysInRules: Readonly<Record<string, Rule>> = {
  [keys.listPasskeys.name]: plain(),
  [keys.offerPasskey.name]: plain(),
  [keys.addPasskey.name]: {
    ...plain({ body: { name: "None", credential: noRegistration } }),
    succeeds: 500,
  },
  [keys.renamePasskey.name]: { ...plain({ body: { passkeyId: 1, name: "None" } }), succeeds: 404 },
  [keys.removePasskey.name]: { ...plain({ params: { id: 1 } }), succeeds: 404 },
  [keys.offerPasskeyConfirmation.name]: { ...plain({ body: { act: "addApiKey" } }), succeeds: 404 },
  [keys.offerPasskeyLogIn.name]: plain(),
  [keys.logInByPasskey.name]: { ...plain({ body: { credential: noAssertion } }), succeeds: 500 },
  [factor.getSecondFactor.name]: plain(),
  [factor.offerSecondFactor.name]: plain(),
  // Nothing was offered to them, or nothing is enrolled.
  [factor.enrolSecondFactor.name]: { ...plain({ body: { code: "000000" } }), succeeds: 400 },
  [factor.showSecondFactor.name]: { ...plain({ body: { code: "000000" } }), succeeds: 400 },
  [factor.renewRecoveryCodes.name]: { ...plain(), succeeds: 404 },
  [factor.removeSecondFactor.name]: { ...plain(), succeeds: 404 },
  // No provider is configured where the matrix runs.
  [sso.startSignOn.name]: { ...plain({ params: { provider: "none" } }), succeeds: 404 },
  [sso.finishSignOn.name]: { ...plain({ body: { state: "none" } }), succeeds: 500 },
  [sso.backChannelLogout.name]: {
    ...plain({ params: { provider: "none" }, body: { logout_token: "none" } }),
    succeeds: 404,
  },
  [sso.listIdentities.name]: plain(),
  [sso.startBinding.name]: { ...plain({ params: { provider: "none" } }), succeeds: 404 },
  [sso.finishBinding.name]: { ...plain({ body: { state: "none" } }), succeeds: 500 },
  [sso.removeIdentity.name]: { ...plain({ params: { id: 1 } }), succeeds: 404 },
};
