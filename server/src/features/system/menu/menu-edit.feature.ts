import {
  addMenu,
  changeMenu,
  getMenu,
  listMenuComponents,
  listMenus,
  moveMenu,
  removeMenu,
  sortMenus,
} from "@tracewater/contract/system/menus";
import type { EventBus } from "../../../platform/event-bus.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { toSorting } from "../../../platform/store/sort-rows.ts";
import type { SystemEvents } from "../system-events.ts";
import type { MenuEditService } from "./menu-edit.service.ts";

/** The menu as administrators edit it; every change reaches open consoles at once. */
export function serveMenuEdits(serve: Serve, menus: MenuEditService, events: EventBus<SystemEvents>): void {
  const emitAccessChanged = () => events.emit("access.changed", { userIds: "all" });
  const subject = (id: number, name: string) => ({ kind: "menu", id, name });

  serve.forCaller(listMenus, async ({ query, language }) => {
    const { menuName: name, visible, status } = query;
    return { data: await menus.list({ name, visible, status }, language) };
  });
  serve.forCaller(listMenuComponents, async () => ({ data: [...menus.components()] }));
  serve.forCaller(getMenu, async ({ params, language }) => ({
    data: await menus.read(params.id, language),
  }));
  serve.forCaller(addMenu, async ({ body, audit }, caller) => {
    const id = await menus.add(caller, body);
    audit({ subject: subject(id, body.menuName), after: body });
    emitAccessChanged();
    return { data: { id } };
  });
  serve.forCaller(changeMenu, async ({ body, audit }, caller) => {
    const { menuId, ...after } = body;
    const before = await menus.change(caller, menuId, after);
    audit({ subject: subject(menuId, before.menuName), before, after });
    emitAccessChanged();
    return {};
  });
  serve.forCaller(sortMenus, async ({ body, audit }) => {
    const sorted = await menus.sort(toSorting(body.menuIds, body.orderNums));
    for (const { before, orderNum } of sorted) {
      audit({
        subject: subject(before.menuId, before.menuName),
        before: { orderNum: before.orderNum },
        after: { orderNum },
      });
    }
    emitAccessChanged();
    return {};
  });
  serve.forCaller(moveMenu, async ({ body, audit }) => {
    const before = await menus.move(body.menuId, body.parentId, body.before);
    audit({
      subject: subject(body.menuId, before.menuName),
      before: { parentId: before.parentId, orderNum: before.orderNum },
      after: { parentId: body.parentId, before: body.before },
    });
    emitAccessChanged();
    return {};
  });
  serve.forCaller(removeMenu, async ({ params, audit }) => {
    const gone = await menus.remove(params.id);
    audit({ subject: subject(gone.menuId, gone.menuName), before: gone });
    emitAccessChanged();
    return {};
  });
}
