import * as qr from "@tracewater/contract/system/qr-log-in";
import type { Rule } from "./access-cells.ts";

const uuid = "00000000-0000-4000-8000-000000000000";

/** Log-ins by QR code are each browser's and phone's own: of a stranger's uuid nobody learns anything. */
export function qrRules(): Record<string, Rule> {
  const plain = (input: object, succeeds: number): Rule => ({
    outside: "none",
    make: async () => ({ input }),
    succeeds,
  });
  return {
    [qr.beginQrLogIn.name]: { outside: "none", make: async () => ({ input: { body: {} } }) },
    [qr.getQrStatus.name]: plain({ query: { uuid } }, 404),
    [qr.clearQrLogIn.name]: plain({ query: { uuid } }, 404),
    [qr.scanQrLogIn.name]: plain({ body: { uuid } }, 500),
    [qr.confirmQrLogIn.name]: plain({ body: { uuid, digits: "00" } }, 500),
    [qr.refuseQrLogIn.name]: plain({ body: { uuid } }, 500),
  };
}
