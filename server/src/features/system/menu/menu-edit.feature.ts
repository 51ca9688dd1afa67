import {
  addMenu,
  changeMenu,
  getMenu,
  listMenuComponents,
  listMenus,
  moveMenu,
  removeMenu,
} from "@tracewater/contract/system/menus";
import type { EventBus } from "../../../platform/event-bus.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { SystemEvents } from "../system-events.ts";
import type { MenuEditService } from "./menu-edit.service.ts";

/** The menu as administrators edit it; every change reaches open consoles at once. */
export function serveMenuEdits(serve: Serve, menus: MenuEditService, events: EventBus<SystemEvents>): void {
  const tell = () => events.emit("access.changed", { userIds: "all" });
  const thing = (id: number, name: string) => ({ kind: "menu", id, name });

  serve.forCaller(listMenus, async ({ query }) => ({
    data: await menus.list({ name: query.menuName, status: query.status }),
  }));
  serve.forCaller(listMenuComponents, async () => ({ data: [...menus.components()] }));
  serve.forCaller(getMenu, async ({ params }) => ({ data: await menus.find(params.id) }));
  serve.forCaller(addMenu, async ({ body, note }, caller) => {
    const id = await menus.add(caller, body);
    note({ thing: thing(id, body.menuName), after: body });
    tell();
    return { data: { id } };
  });
  serve.forCaller(changeMenu, async ({ body, note }, caller) => {
    const { menuId, ...after } = body;
    const before = await menus.change(caller, menuId, after);
    note({ thing: thing(menuId, before.menuName), before, after });
    tell();
    return {};
  });
  serve.forCaller(moveMenu, async ({ body, note }) => {
    const before = await menus.move(body.menuId, body.parentId, body.before);
    note({
      thing: thing(body.menuId, before.menuName),
      before: { parentId: before.parentId, orderNum: before.orderNum },
      after: { parentId: body.parentId, before: body.before },
    });
    tell();
    return {};
  });
  serve.forCaller(removeMenu, async ({ params, note }) => {
    const gone = await menus.remove(params.id);
    note({ thing: thing(gone.menuId, gone.menuName), before: gone });
    tell();
    return {};
  });
}
