import { type AlinkCode, alinkCode } from "@tracewater/alink/codes";
import {
  isRegistrationSigned,
  type RegistrationForm,
  registrationForm,
} from "@tracewater/alink/registration";
import { createAddressLimiter } from "../../../platform/address-limiter.ts";
import { acceptBodies } from "../../../platform/http/body-kinds.ts";
import type { HttpServer } from "../../../platform/http/http-server.ts";
import type { Log } from "../../../platform/log.ts";
import type { SecretBox } from "../../../platform/secret-box.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { ProductService } from "../products/product.service.ts";
import { createRegistrationStore } from "./registration.store.ts";

type Outcome = { code: AlinkCode; message: string; deviceSecret?: string };

/** Anybody may ask, without a session: one address at this pace, all of them together at that one. */
const allowances = {
  perAddress: { perSecond: 20, burst: 200 },
  inTotal: { perSecond: 80, burst: 800 },
};

/**
 * Dynamic registration: a device that was made with its product's secret alone fetches its own, once, where its
 * product allows it. The call is Alink's, so it is outside the API, and its codes are Alink's.
 */
export function serveRegistration(
  app: HttpServer,
  options: { db: Db; products: ProductService; secrets: SecretBox; now: () => number; log: Log },
): void {
  const { products, secrets, now, log } = options;
  const store = createRegistrationStore(options.db);
  const limiter = createAddressLimiter(allowances);

  async function register(form: RegistrationForm): Promise<Outcome> {
    const { productKey, deviceName } = form;
    const isProduct = (await products.list()).some((product) => product.productKey === productKey);
    if (!isProduct) return { code: alinkCode.noSuchProduct, message: "product not found" };
    const product = await products.readSecret(productKey);
    if (product === null)
      return { code: alinkCode.noRegistration, message: "the product does not allow dynamic registration" };
    if (!isRegistrationSigned(form, product.secret))
      return { code: alinkCode.badSign, message: "wrong product signature" };
    const taken = await store.take(product.productId, deviceName, new Date(now()));
    if (taken !== undefined) {
      log.info({ deviceId: taken.id }, "a device has registered");
      return { code: alinkCode.success, message: "success", deviceSecret: secrets.open(taken.secretSealed) };
    }
    const found = await store.find(product.productId, deviceName);
    if (found === undefined) return { code: alinkCode.noSuchDevice, message: "device not found" };
    if (found.status === "1") return { code: alinkCode.deviceDisabled, message: "the device is disabled" };
    return { code: alinkCode.alreadyRegistered, message: "the device already has a secret" };
  }

  acceptBodies(app, "form", (scope) =>
    scope.post("/auth/register/device", { bodyLimit: 4096 }, async (request, reply) => {
      const { code, message, deviceSecret } = await answer(request.body, request.ip);
      const { productKey, deviceName } = registrationForm.safeParse(request.body).data ?? {};
      const data = deviceSecret === undefined ? {} : { data: { productKey, deviceName, deviceSecret } };
      return reply.type("application/json; charset=utf-8").send(JSON.stringify({ code, message, ...data }));
    }),
  );

  async function answer(body: unknown, address: string): Promise<Outcome> {
    if (!limiter.take(address, now()))
      return { code: alinkCode.tooMany, message: "too many registrations; try again later" };
    const form = registrationForm.safeParse(body);
    if (!form.success) {
      const field = String(form.error.issues[0]?.path[0] ?? "the form");
      return { code: alinkCode.badRequest, message: `${field} is missing or too long` };
    }
    return register(form.data);
  }
}
