import type { ServerSample, ServerState } from "@tracewater/contract/system/server-state";

type Shape = Pick<ServerState, "cpu" | "mem" | "sys" | "sysFiles">;

/** What is measured of the host, in the words and units of the family. */
export function toFamilyShape(of: {
  host: ServerState["host"];
  disk: ServerState["disk"];
  sample: ServerSample | undefined;
  architecture: string;
}): Shape {
  const { host, disk } = of;
  const all = of.sample?.hostCpuPercent ?? 0;
  const own = of.sample?.hostSystemPercent ?? 0;
  const used = host.memoryTotalBytes - host.memoryFreeBytes;
  const usedOnDisk = disk.totalBytes - disk.freeBytes;
  return {
    cpu: {
      cpuNum: host.cores,
      total: 100,
      sys: own,
      used: rounded(all - own),
      wait: 0,
      free: rounded(100 - all),
    },
    mem: {
      total: gigabytes(host.memoryTotalBytes),
      used: gigabytes(used),
      free: gigabytes(host.memoryFreeBytes),
      usage: percent(used, host.memoryTotalBytes),
    },
    sys: {
      computerName: host.name,
      computerIp: "",
      userDir: "",
      osName: host.system,
      osArch: of.architecture,
    },
    sysFiles: [
      {
        dirName: "data",
        sysTypeName: "",
        typeName: "data",
        total: `${gigabytes(disk.totalBytes)} GB`,
        free: `${gigabytes(disk.freeBytes)} GB`,
        used: `${gigabytes(usedOnDisk)} GB`,
        usage: percent(usedOnDisk, disk.totalBytes),
      },
    ],
  };
}

function gigabytes(bytes: number): number {
  return rounded(bytes / 1024 ** 3);
}

function percent(part: number, whole: number): number {
  return whole <= 0 ? 0 : rounded((100 * part) / whole);
}

function rounded(value: number): number {
  return Math.round(Math.max(0, value) * 100) / 100;
}
