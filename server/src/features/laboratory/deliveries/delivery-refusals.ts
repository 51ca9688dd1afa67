import { AppError, notFound } from "../../../platform/app-error.ts";

export function noDelivery(): AppError {
  return notFound({ en: "delivery", zh: "送样单" });
}

export const refusals = {
  empty: new AppError("refused", {
    en: "The delivery contains no samples. Add at least one.",
    zh: "送样单中没有水样，请至少添加一个。",
  }),
  ownReceipt: new AppError("refused", {
    en: "A delivery must be received by someone other than the person who handed it over.",
    zh: "交接人不能接收自己交接的送样单，须由他人接收。",
  }),
};

export function numberTaken(): AppError {
  const text = { en: "this number is already in use", zh: "该送样单号已被使用" };
  return new AppError("conflict", { en: "This number is already in use.", zh: "该送样单号已被使用。" }, [
    { field: "deliveryNo", text },
  ]);
}

export function changedMeanwhile(): AppError {
  return new AppError("conflict", {
    en: "Someone else changed this delivery in the meantime. Refresh and try again.",
    zh: "送样单已被他人更改，请刷新后重试。",
  });
}
