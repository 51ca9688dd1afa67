import { useState } from "react";
import type { FamilyConfig } from "../../../../device/families/family-config.ts";
import { type Credentials, CredentialsDialog } from "../secrets/credentials.tsx";
import { AddDeviceDialog } from "./add-device.tsx";

/** The form, and the new device's credentials after it: they come with it, for they are shown this once. */
export function AddDeviceSteps({
  familyConfig,
  onClose,
}: {
  familyConfig: FamilyConfig;
  onClose: () => void;
}) {
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  return credentials === null ? (
    <AddDeviceDialog familyConfig={familyConfig} onClose={onClose} onAdded={setCredentials} />
  ) : (
    <CredentialsDialog credentials={credentials} onClose={onClose} />
  );
}
