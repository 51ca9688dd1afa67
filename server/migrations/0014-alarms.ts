import { type Kysely, sql } from "kysely";

/** Alarm rules, alarms with their steps, what is about to become one, and devices under maintenance. */
export const alarms = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const severities = "('info', 'warning', 'major', 'critical')";

const statements = [
  `create table alarm_rule (
     id int generated always as identity primary key,
     built_in_key text unique,
     name text not null unique,
     name_zh text not null default '',
     type_key text not null,
     source text not null check (source in ('property', 'event', 'silent', 'offline')),
     identifier text not null default '',
     operator text not null default 'gt' check (operator in ('gt', 'ge', 'lt', 'le', 'eq', 'ne')),
     threshold double precision,
     clear_threshold double precision,
     duration_s int not null default 0,
     severity text not null check (severity in ${severities}),
     unit_id int references dept(id) on delete cascade,
     tag text not null default '',
     devices text not null default '',
     clear_by text not null default 'auto' check (clear_by in ('auto', 'manual', 'event', 'after')),
     clear_event text not null default '',
     clear_after_min int,
     flap_min int not null default 10,
     escalate_min int,
     emails text not null default '',
     escalate_emails text not null default '',
     status text not null default '0' check (status in ('0', '1')),
     remark text not null default '',
     created_at timestamptz not null default now())`,
  "comment on column alarm_rule.unit_id is 'null: the rule counts for all units'",
  "create index alarm_rule_unit on alarm_rule (unit_id)",
  `create table alarm (
     id int generated always as identity primary key,
     -- What made it: rule/12, upkeep/7. Never two open ones of one origin on one device.
     origin text not null,
     rule_id int references alarm_rule(id) on delete set null,
     device_id int not null references device(id) on delete cascade,
     unit_id int not null references dept(id),
     type_key text not null,
     name text not null,
     name_zh text not null,
     source text not null,
     identifier text not null,
     operator text not null,
     threshold double precision,
     value double precision,
     params jsonb,
     severity text not null check (severity in ${severities}),
     state text not null default 'active' check (state in ('active', 'acknowledged', 'cleared')),
     began_at timestamptz not null,
     raised_at timestamptz not null,
     last_at timestamptz not null,
     -- By the server's clock, of the time that it is open now.
     open_since timestamptz not null,
     occurrences int not null default 1,
     flaps int not null default 0,
     acknowledged_at timestamptz,
     acknowledged_by text not null default '',
     cleared_at timestamptz,
     cleared_by text not null default '',
     shelved_until timestamptz,
     shelved_by text not null default '',
     escalations int not null default 0,
     escalated_at timestamptz,
     in_maintenance boolean not null default false,
     -- Whose readings changed it last; empty where a person or the sweep did.
     node text not null default '',
     check ((state = 'cleared') = (cleared_at is not null)))`,
  "comment on column alarm.unit_id is 'the unit that the device belonged to when it was raised'",
  "create unique index alarm_open on alarm (device_id, origin) where cleared_at is null",
  "create index alarm_of_device on alarm (device_id, origin, id desc)",
  "create index alarm_unit on alarm (unit_id, id desc)",
  "create index alarm_raised on alarm (raised_at desc, id desc)",
  "create index alarm_of_rule on alarm (rule_id)",
  `create table alarm_step (
     id bigint generated always as identity primary key,
     alarm_id int not null references alarm(id) on delete cascade,
     kind text not null,
     at timestamptz not null default now(),
     by_name text not null default '',
     note text not null default '',
     -- Set by the statement that makes the step, in its transaction: somebody has still to be told of it.
     to_tell boolean not null default false)`,
  "create index alarm_step_of on alarm_step (alarm_id, id)",
  "create index alarm_step_to_tell on alarm_step (id) where to_tell",
  // A condition that holds and has not held for long enough yet, since when by the device's clock.
  `create table alarm_watch (
     rule_id int not null references alarm_rule(id) on delete cascade,
     device_id int not null references device(id) on delete cascade,
     since timestamptz not null,
     last_at timestamptz not null,
     primary key (rule_id, device_id))`,
  "create index alarm_watch_device on alarm_watch (device_id)",
  `create table device_maintenance (
     device_id int primary key references device(id) on delete cascade,
     since timestamptz not null,
     until timestamptz not null,
     reason text not null default '',
     by_name text not null)`,
  // Which rule is about which device: the type, the unit or one below it, the tag, the names.
  `create view alarm_rule_device as
   select r.id as rule_id, d.id as device_id, d.unit_id
   from alarm_rule r join product p on p.type_key = r.type_key join device d on d.product_id = p.id
   where (r.tag = '' or r.tag = any(d.tags))
     and (r.devices = '' or d.device_name = any(string_to_array(r.devices, ',')))
     and (r.unit_id is null or exists (
       with recursive above as (
         select id, parent_id from dept where id = d.unit_id
         union all select up.id, up.parent_id from dept up join above on up.id = above.parent_id)
       select from above where above.id = r.unit_id))`,
  // Whatever changes an alarm notifies every node with its commit: no way of changing one can forget it.
  `create function tell_alarm() returns trigger language plpgsql as $$
   declare change text := case
     when tg_op = 'INSERT' then 'raised'
     when old.cleared_at is not null and new.cleared_at is null then 'reopened'
     when new.cleared_at is not null and old.cleared_at is null then 'cleared'
     when new.state <> old.state then 'acknowledged'
     when new.escalations <> old.escalations then 'escalated'
     when new.shelved_until is distinct from old.shelved_until then 'shelved'
     else null end;
   begin
     if change is not null then
       perform pg_notify('alarm_changed', json_build_object('node', new.node, 'change', change, 'alarmId', new.id,
         'deviceId', new.device_id, 'unitId', new.unit_id, 'typeKey', new.type_key, 'ruleId', new.rule_id,
         'severity', new.severity, 'isOpen', new.cleared_at is null,
         'at', floor(extract(epoch from new.last_at) * 1e6))::text);
     end if;
     return null;
   end $$`,
  "create trigger alarm_told after insert or update on alarm for each row execute function tell_alarm()",
];
