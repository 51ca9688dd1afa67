import { type Kysely, sql } from "kysely";

/** Cameras, which of them a device shows, pictures and clips, and the one-use addresses of these. */
export const media = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of [...cameras, ...items, ...passes]) await sql.raw(statement).execute(db);
  },
};

const cameras = [
  `create table camera (
     id int generated always as identity primary key,
     unit_id int not null references dept(id),
     device_id int references device(id) on delete set null,
     name text not null,
     kind text not null check (kind in ('rtsp', 'hls', 'clips')),
     address text not null,
     address_sealed bytea,
     frame jsonb,
     retention_days int not null check (retention_days >= 0),
     created_at timestamptz not null default now(),
     unique (unit_id, name))`,
  "create index camera_device on camera (device_id)",
  `create table device_frame (
     device_id int primary key references device(id) on delete cascade,
     camera_id int references camera(id) on delete set null,
     enabled boolean not null,
     x double precision not null,
     y double precision not null,
     width double precision not null,
     height double precision not null)`,
  "create index device_frame_camera on device_frame (camera_id)",
];

const items = [
  // One row from the moment that a picture is asked for or announced: what never came is as much a fact as what did.
  `create table device_media (
     id int generated always as identity primary key,
     unit_id int not null,
     device_id int references device(id) on delete cascade,
     camera_id int references camera(id) on delete set null,
     kind text not null check (kind in ('picture', 'clip')),
     state text not null check (state in ('waiting', 'receiving', 'stored', 'refused')),
     origin text not null check (origin in ('command', 'event', 'console', 'recording')),
     source text not null,
     command_id bigint,
     taken_at timestamptz not null,
     expires_at timestamptz not null,
     stored_at timestamptz,
     bytes bigint,
     type text,
     sha256 text,
     announced_sha256 text,
     announced_bytes bigint,
     duration_ms int,
     file text,
     reason_en text not null default '',
     reason_zh text not null default '',
     created_at timestamptz not null default now(),
     check (device_id is not null or camera_id is not null or state = 'stored'),
     check ((state = 'stored') = (file is not null)))`,
  "create index device_media_list on device_media (device_id, kind, taken_at desc, id desc)",
  "create unique index device_media_command on device_media (command_id) where command_id is not null",
  `create unique index device_media_event on device_media (device_id, source, taken_at, announced_sha256)
     where origin = 'event'`,
  "create index device_media_kept on device_media (kind, stored_at) where state = 'stored'",
  "create index device_media_camera on device_media (camera_id)",
];

const passes = [
  `create table file_pass (
     token_hash bytea primary key,
     media_id int not null references device_media(id) on delete cascade,
     user_id int not null references sys_user(id) on delete cascade,
     expires_at timestamptz not null)`,
  "create index file_pass_media on file_pass (media_id)",
  "create index file_pass_user on file_pass (user_id)",
];
