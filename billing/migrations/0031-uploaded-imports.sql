-- An import is checked or loaded from a folder of the command line or from files that staff sent; its row is its history (decision 0149).
alter table billing.import_run drop constraint import_run_state_check;
alter table billing.import_run
  -- receiving: parts of its files come; received: all are there; waiting, running: its job has it; checked: nothing was loaded and
  -- nothing is wrong; refused: it has problems
  add constraint import_run_state_check check (state in
    ('receiving', 'received', 'waiting', 'running', 'checked', 'done', 'refused', 'failed', 'cancelled')),
  add column source text not null default 'command' check (source in ('command', 'page')),
  add column mode text not null default 'load' check (mode in ('check', 'load')),
  add column asked_by text not null default '',
  add column reason text not null default '',
  -- names and lengths of its files, in their order
  add column files jsonb not null default '[]',
  add column ignored_files jsonb not null default '[]',
  add column problem_count integer not null default 0,
  -- rows that each table gained, or would gain after a check
  add column counts jsonb not null default '{}',
  -- why it failed: interrupted, busy, fault
  add column code text,
  add column cancel_asked boolean not null default false,
  -- written by the transaction that loads: without it nothing of the files stays
  add column loaded_at timestamptz,
  add column ended_at timestamptz,
  add column files_removed_at timestamptz;
-- One at a time: a second one is refused.
create unique index import_run_active_key on billing.import_run ((true)) where source = 'page' and state in ('waiting', 'running');

-- Files that staff sent, in parts, until they are removed.
create table billing.import_part (
  import_number bigint not null references billing.import_run on delete cascade,
  file_number integer not null check (file_number > 0),
  part_number integer not null check (part_number > 0),
  content bytea not null,
  primary key (import_number, file_number, part_number)
);
alter table billing.import_part alter column content set storage external;

-- What is wrong in the files of a check, in the order of the format; the first thousand.
create table billing.import_problem (
  import_number bigint not null references billing.import_run on delete cascade,
  problem_number integer not null,
  file text not null,
  line integer,
  column_name text,
  code text not null,
  value text not null,
  primary key (import_number, problem_number)
);
