import { type Kysely, sql } from "kysely";

/**
 * What lists of devices ask of 100,000 of them: the state as a column, so that counts and pages of one state come from
 * an index, and the text that is searched in a table of its own, whose index does not move when a device comes or goes.
 */
export const deviceStates = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of [...families, ...states, ...search]) await sql.raw(statement).execute(db);
  },
};

const families = [
  "alter table product add unique (id, type_key)",
  "alter table device add column type_key text",
  "update device set type_key = (select type_key from product where id = product_id)",
  "alter table device alter column type_key set not null",
  `alter table device drop constraint device_product_id_fkey,
     add constraint device_product_fkey foreign key (product_id, type_key) references product (id, type_key)
       on update cascade`,
  `create function take_type_key() returns trigger language plpgsql as $$
   begin
     new.type_key := (select type_key from product where id = new.product_id);
     return new;
   end $$`,
  `create trigger type_key before insert or update of product_id on device
     for each row execute function take_type_key()`,
];

const states = [
  "alter table device add column connected boolean not null default false",
  "update device set connected = true where id in (select device_id from device_session)",
  `alter table device add column state text not null generated always as (case
     when retired_at is not null then 'retired' when status = '1' then 'disabled' when connected then 'online'
     when activated_at is null then 'notActivated' else 'offline' end) stored`,
  "create index device_state on device (type_key, state, device_name) include (unit_id)",
  "create index device_in_use on device (type_key, device_name) include (unit_id) where retired_at is null",
  // It follows from `device_session`, anyone who writes that.
  `create function mark_connected() returns trigger language plpgsql as $$
   begin
     update device d set connected = true from came c where d.id = c.device_id and not d.connected;
     return null;
   end $$`,
  `create trigger connected after insert on device_session referencing new table as came
     for each statement execute function mark_connected()`,
  `create function mark_gone() returns trigger language plpgsql as $$
   begin
     update device d set connected = false from gone g where d.id = g.device_id and d.connected;
     return null;
   end $$`,
  `create trigger gone after delete on device_session referencing old table as gone
     for each statement execute function mark_gone()`,
];

const search = [
  `create table device_search (
     device_id int primary key references device(id) on delete cascade,
     text text not null)`,
  "insert into device_search select id, lower(device_name || E'\\n' || nickname) from device",
  `create function keep_device_search() returns trigger language plpgsql as $$
   begin
     insert into device_search values (new.id, lower(new.device_name || E'\\n' || new.nickname))
       on conflict (device_id) do update set text = excluded.text;
     return null;
   end $$`,
  `create trigger search_text after insert or update of device_name, nickname on device
     for each row execute function keep_device_search()`,
  `do $$ begin
     create extension if not exists pg_trgm;
     create index device_search_text on device_search using gin (text gin_trgm_ops);
   exception when insufficient_privilege or undefined_file or feature_not_supported then
     raise notice 'pg_trgm is not to be had: searches read all texts';
   end $$`,
];
