/** Things as the server tells of them, for tests to show or to change one field of. */
import type { SamplingPoint } from "@tracewater/contract/field/sampling-points";
import type { DeviceDetail } from "@tracewater/contract/fleet/devices";
import type { Product, ProductModel } from "@tracewater/contract/fleet/products";
import type { TimedTask } from "@tracewater/contract/fleet/timed-tasks";
import type { Dept } from "@tracewater/contract/system/dept";

export const samplingPoint: SamplingPoint = {
  pointId: 11,
  code: "P-001",
  name: "North plant",
  kind: "plantInlet",
  unitId: 2,
  unitName: "City laboratory",
  country: "China",
  place: "Shanghai",
  address: "",
  latitude: 31.2,
  longitude: 121.5,
  zone: "",
  population: 180_000,
  populationMethod: "census",
  populationDate: "2026-01-01",
  designFlow: 42_000,
  contact: "",
  source: "",
  status: "0",
  deviceCount: 1,
};

/** The unit of the session, see `open-part.tsx`. */
export const unit: Dept = {
  deptId: 2,
  parentId: 0,
  deptName: "City laboratory",
  orderNum: 1,
  leader: "",
  phone: "",
  email: "",
  address: "",
  creditCode: "",
  remark: "",
  status: "0",
};

export const product: Product = {
  productId: 1,
  productKey: "waterSample",
  typeKey: "waterSample",
  productName: "Water sampler",
  productNameZh: "水质采样器",
  modelVersion: "1.0.0",
  deviceCount: 3,
  isChanged: false,
  shippedVersion: "1.0.0",
  dynamicRegistration: false,
  hasSecret: false,
};

const number = { type: "double" as const, min: -40, max: 80, step: 0.1, unit: "°C" };

export const model: ProductModel = {
  properties: [
    {
      identifier: "boxTemp",
      name: "Box temperature",
      nameZh: "箱温",
      group: "envStatus",
      writable: false,
      dataType: number,
    },
  ],
  events: [],
  services: [
    {
      identifier: "flushTube",
      name: "Flush the tube",
      nameZh: "冲洗管路",
      callType: "async",
      idempotent: true,
      inputData: [
        {
          identifier: "seconds",
          name: "Seconds",
          nameZh: "秒数",
          required: true,
          dataType: { type: "int", min: 1, max: 60, step: 1, unit: "s" },
        },
      ],
      outputData: [],
    },
  ],
};

export const device: DeviceDetail = {
  id: 21,
  deviceName: "WS-0388",
  nickname: "North inlet",
  productId: 1,
  productKey: "waterSample",
  typeKey: "waterSample",
  status: "0",
  retiredAt: null,
  connection: { state: "online", since: Date.parse("2026-11-20T00:00:00Z") },
  unitId: 2,
  unitName: "City laboratory",
  pointId: 11,
  pointName: "North plant",
  tags: [],
  lastValueAt: null,
  latest: {},
  productName: "Water sampler",
  productNameZh: "水质采样器",
  firmware: null,
  latitude: null,
  longitude: null,
  positionSource: null,
  replacedBy: null,
  movedAt: null,
  pointCode: "P-001",
  createTime: "2026-01-01 08:00:00",
  activatedAt: null,
  lastOnlineAt: null,
  lastConnect: null,
  clockSkewMs: null,
};

export const timedTask: TimedTask = {
  timedTaskId: 1,
  name: "Flush at night",
  service: "flushTube",
  params: { seconds: 20 },
  cronExpression: "0 3 * * *",
  onceAt: null,
  zone: "Asia/Shanghai",
  deviceId: 21,
  tag: null,
  deviceName: "WS-0388",
  whenWords: "every day at 03:00",
  status: "0",
  owner: "olga",
  expiresIn: 1800,
  timeout: 60,
  retries: 0,
  reason: "",
  nextTimes: [],
  last: null,
};
