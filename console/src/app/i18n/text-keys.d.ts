import "i18next";

/** The texts of every namespace by their English file: `t()` takes only keys that it has. `locales.test.ts` compares the list. */
type Texts = {
  app: typeof import("../locales/en.json");
  charts: typeof import("../../charts/locales/en.json");
  device: typeof import("../../device/locales/en.json") & typeof import("../../device/pages/locales/en.json");
  "evidence-boxes": typeof import("../../features/evidence/boxes/locales/en.json");
  "evidence-entrustments": typeof import("../../features/evidence/entrustments/locales/en.json");
  "evidence-inventories": typeof import("../../features/evidence/inventories/locales/en.json");
  "field-bottles": typeof import("../../features/field/bottles/locales/en.json");
  "field-samplers": typeof import("../../features/field/samplers/locales/en.json");
  "field-sampling-points": typeof import("../../features/field/sampling-points/locales/en.json");
  "field-work-orders": typeof import("../../features/field/work-orders/locales/en.json");
  "fleet-alarms": typeof import("../../features/fleet/alarms/locales/en.json");
  "fleet-firmware": typeof import("../../features/fleet/firmware/locales/en.json");
  "fleet-media": typeof import("../../features/fleet/media/locales/en.json");
  "fleet-products": typeof import("../../features/fleet/products/locales/en.json");
  "fleet-telemetry": typeof import("../../features/fleet/telemetry/locales/en.json");
  "fleet-upkeep-items": typeof import("../../features/fleet/upkeep-items/locales/en.json");
  kit: typeof import("../../kit/locales/en.json");
  "laboratory-assay-sheets": typeof import("../../features/laboratory/assay-sheets/locales/en.json");
  "laboratory-assays": typeof import("../../features/laboratory/assays/locales/en.json");
  "laboratory-detections": typeof import("../../features/laboratory/detections/locales/en.json");
  "laboratory-boards": typeof import("../../features/laboratory/boards/locales/en.json");
  "laboratory-cities": typeof import("../../features/laboratory/cities/locales/en.json");
  "laboratory-deliveries": typeof import("../../features/laboratory/deliveries/locales/en.json");
  "laboratory-factors": typeof import("../../features/laboratory/factors/locales/en.json");
  "laboratory-limits": typeof import("../../features/laboratory/limits/locales/en.json");
  "laboratory-loads": typeof import("../../features/laboratory/loads/locales/en.json");
  "laboratory-plan-runs": typeof import("../../features/laboratory/plan-runs/locales/en.json");
  "laboratory-plans": typeof import("../../features/laboratory/plans/locales/en.json");
  "laboratory-populations": typeof import("../../features/laboratory/populations/locales/en.json");
  "laboratory-quality": typeof import("../../features/laboratory/quality/locales/en.json");
  "laboratory-reports": typeof import("../../features/laboratory/reports/locales/en.json");
  "laboratory-samplings": typeof import("../../features/laboratory/samplings/locales/en.json");
  "laboratory-thread": typeof import("../../features/laboratory/thread/locales/en.json");
  "operations-home": typeof import("../../features/operations/home/locales/en.json");
  "system-displays": typeof import("../../features/system/displays/locales/en.json");
  "operations-situation": typeof import("../../features/operations/situation/locales/en.json");
  pickers: typeof import("../../pickers/locales/en.json");
  resource: typeof import("../../resource/locales/en.json");
  "system-account-requests": typeof import("../../features/system/account-requests/locales/en.json");
  "system-api-keys": typeof import("../../features/system/api-keys/locales/en.json");
  "system-app-users": typeof import("../../features/system/app-users/locales/en.json");
  "system-audit": typeof import("../../features/system/audit/locales/en.json");
  "system-blank": typeof import("../../features/system/blank/locales/en.json");
  "system-config": typeof import("../../features/system/config/locales/en.json");
  "system-dict": typeof import("../../features/system/dict/locales/en.json");
  "system-generator": typeof import("../../features/system/generator/locales/en.json");
  "system-inner-link": typeof import("../../features/system/inner-link/locales/en.json");
  "system-jobs": typeof import("../../features/system/jobs/locales/en.json");
  "system-kit-preview": typeof import("../../features/system/kit-preview/locales/en.json");
  "system-login-log": typeof import("../../features/system/login-log/locales/en.json");
  "system-menu": typeof import("../../features/system/menu/locales/en.json");
  "system-messages": typeof import("../../features/system/messages/locales/en.json");
  "system-notices": typeof import("../../features/system/notices/locales/en.json");
  "system-online": typeof import("../../features/system/online/locales/en.json");
  "system-posts": typeof import("../../features/system/posts/locales/en.json");
  "system-profile": typeof import("../../features/system/profile/locales/en.json");
  "system-qr-log-in": typeof import("../../features/system/qr-log-in/locales/en.json");
  "system-roles": typeof import("../../features/system/roles/locales/en.json");
  "system-self-test": typeof import("../../features/system/self-test/locales/en.json");
  "system-server-state": typeof import("../../features/system/server-state/locales/en.json");
  "system-units": typeof import("../../features/system/units/locales/en.json");
  "system-users": typeof import("../../features/system/users/locales/en.json");
  "system-webhooks": typeof import("../../features/system/webhooks/locales/en.json");
};

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "app";
    resources: Texts;
    returnNull: false;
  }
}
