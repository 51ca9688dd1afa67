/** Result codes of Alink replies, as the public device SDKs know them. */
export const alinkCode = {
  success: 200,
  badRequest: 400,
  tooMany: 429,
  badParameter: 460,
  serverError: 500,
  tooManySubDevices: 428,
  subDeviceNotLoggedIn: 520,
  noSuchDevice: 6100,
  tooManyProperties: 6106,
  badTopic: 6203,
  deviceDisabled: 6204,
  noSuchProduct: 6250,
  badSign: 6287,
  noRegistration: 6288,
  alreadyRegistered: 6289,
  badThingModel: 6313,
  noTopology: 6401,
} as const;

export type AlinkCode = (typeof alinkCode)[keyof typeof alinkCode];
