import { fieldError } from "../../../platform/app-error.ts";

/**
 * Clients of the device protocol name a device by its product and its name. A product that is not this device's means
 * that another device was meant: nothing is read or ordered then. An absent or empty one asks nothing.
 */
export function requireProduct(device: { productKey: string }, productKey: string | undefined): void {
  if (productKey === undefined || productKey === "" || productKey === device.productKey) return;
  throw fieldError("productKey", {
    en: `is not the product of this device (${device.productKey})`,
    zh: `与该设备所属产品（${device.productKey}）不符`,
  });
}
