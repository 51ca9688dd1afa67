import { type AlinkCode, alinkCode } from "@tracewater/alink/codes";
import {
  isRegistrationSigned,
  type RegistrationForm,
  registrationForm,
} from "@tracewater/alink/registration";
import { acceptBodies } from "../../../platform/http/body-kinds.ts";
import type { HttpServer } from "../../../platform/http/http-server.ts";
import type { Log } from "../../../platform/log.ts";
import { createRateLimiter } from "../../../platform/rate-limiter.ts";
import type { SecretBox } from "../../../platform/secret-box.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { ProductService } from "../products/product.service.ts";
import { createRegistrationStore } from "./registration.store.ts";

type Outcome = { code: AlinkCode; message: string; deviceSecret?: string };

/** Asked from outside without a session: no faster than this, whoever asks. */
const pace = { perSecond: 20, burst: 200, patience: 0 };

/**
 * Dynamic registration: a device that was made with its product's secret alone fetches its own, once, where its
 * product allows it. The call is Alink's, so it stands outside the API, and its codes are Alink's.
 */
export function serveRegistration(
  app: HttpServer,
  options: { db: Db; products: ProductService; secrets: SecretBox; now: () => number; log: Log },
): void {
  const { products, secrets, now, log } = options;
  const store = createRegistrationStore(options.db);
  const limiter = createRateLimiter(pace);

  async function register(form: RegistrationForm): Promise<Outcome> {
    const { productKey, deviceName } = form;
    const isProduct = (await products.list()).some((product) => product.productKey === productKey);
    if (!isProduct) return { code: alinkCode.noSuchProduct, message: "there is no such product" };
    const product = await products.readSecret(productKey);
    if (product === null) return { code: alinkCode.noRegistration, message: "the product does not allow it" };
    if (!isRegistrationSigned(form, product.secret))
      return { code: alinkCode.badSign, message: "the sign is not that of the product's secret" };
    const taken = await store.take(product.productId, deviceName, new Date(now()));
    if (taken !== undefined) {
      log.info({ deviceId: taken.id }, "a device has registered itself");
      return { code: alinkCode.success, message: "success", deviceSecret: secrets.open(taken.secretSealed) };
    }
    const found = await store.find(product.productId, deviceName);
    if (found === undefined) return { code: alinkCode.noSuchDevice, message: "there is no such device" };
    if (found.status === "1") return { code: alinkCode.deviceDisabled, message: "the device is disabled" };
    return { code: alinkCode.alreadyRegistered, message: "the device has its secret already" };
  }

  acceptBodies(app, "form", (scope) =>
    scope.post("/auth/register/device", { bodyLimit: 4096 }, async (request, reply) => {
      const { code, message, deviceSecret } = await answer(request.body);
      const { productKey, deviceName } = registrationForm.safeParse(request.body).data ?? {};
      const data = deviceSecret === undefined ? {} : { data: { productKey, deviceName, deviceSecret } };
      return reply.type("application/json; charset=utf-8").send(JSON.stringify({ code, message, ...data }));
    }),
  );

  async function answer(body: unknown): Promise<Outcome> {
    if (limiter.take(now()).verdict === "refuse")
      return { code: alinkCode.tooMany, message: "too many registrations; try again later" };
    const form = registrationForm.safeParse(body);
    if (!form.success) {
      const field = String(form.error.issues[0]?.path[0] ?? "the form");
      return { code: alinkCode.badRequest, message: `${field} is missing or too long` };
    }
    return register(form.data);
  }
}
