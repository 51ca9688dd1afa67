import { AppError } from "../../../platform/app-error.ts";

const dayMs = 24 * 3_600_000;
/** Pictures and documents that one user may upload in a day. */
const maxPerDay = 30;

/** Counts what each user uploads; throws from the one on that is too many. */
export function createUploadLimit(now: () => number): (userId: number) => void {
  const uploaded = new Map<number, { since: number; count: number }>();
  return (userId) => {
    const known = uploaded.get(userId);
    const isToday = known !== undefined && now() - known.since < dayMs;
    const count = isToday ? known.count + 1 : 1;
    uploaded.set(userId, { since: isToday ? known.since : now(), count });
    if (count > maxPerDay) throw tooMany();
  };
}

function tooMany(): AppError {
  return new AppError("refused", {
    en: `You have uploaded ${maxPerDay} files today. Try again tomorrow.`,
    zh: `今日上传文件已达 ${maxPerDay} 个，请明天再试。`,
  });
}
