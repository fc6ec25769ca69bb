-- Master data change on dates. Every change is a row that is never overwritten; a wrong one is corrected by a later row for
-- the same day. The dated tables below say what charging reads for a day; an account, or a point, has rows there from its first
-- change on, the first of them from 1950-01-01: how it was before.
create table billing.master_data_change (
  account_number text not null references billing.account,
  change_id uuid not null,
  kind text not null check (kind in ('meterInstalled', 'meterRemoved', 'meterReplaced', 'zones', 'contractEnded', 'holder',
    'tariff', 'power', 'pointState', 'contact', 'meterVerified')),
  -- the serial number of a meter, the EIC of a metering point, the code of a customer; '': the account itself
  subject text not null default '',
  -- the first day as of which it counts; of the end of a contract its last day
  effective_on date not null,
  source text not null check (source in ('importFile', 'administrator', 'functionModule')),
  -- as in billing.audit_entry
  actor text not null,
  -- the paper it rests on, as the supplier names it
  document text not null default '',
  before jsonb not null,
  after jsonb not null,
  recorded_at timestamptz not null,
  primary key (account_number, change_id)
);
create index master_data_change_of_subject on billing.master_data_change (account_number, kind, subject, effective_on);
create index master_data_change_of_customer on billing.master_data_change (subject) where kind = 'contact';

create function billing.refuse_master_data_change_edit() returns trigger language plpgsql as $$
begin
  raise exception 'a change of master data is never overwritten: record another one';
end $$;
create trigger a_change_of_master_data_is_never_overwritten before update or delete on billing.master_data_change
  for each statement execute function billing.refuse_master_data_change_edit();

create table billing.account_tariff (
  account_number text not null references billing.account,
  valid_from date not null,
  tariff_code text not null,
  primary key (account_number, valid_from)
);

create table billing.account_holder (
  account_number text not null references billing.account,
  valid_from date not null,
  customer_id uuid not null references billing.customer,
  primary key (account_number, valid_from)
);
create index account_holder_by_customer on billing.account_holder (customer_id);

create table billing.metering_point_version (
  account_number text not null,
  eic_code text not null,
  valid_from date not null,
  -- null: as before
  point_state text check (point_state in ('active', 'takenByOperator', 'substation', 'commercial', 'disabled')),
  contracted_power_watts integer check (contracted_power_watts > 0),
  primary key (account_number, eic_code, valid_from),
  foreign key (account_number, eic_code) references billing.metering_point
);

-- A meter that is programmed for other zones is the same thing on the wall and another meter for charging: its registers end
-- on the day and new ones begin.
alter table billing.meter drop constraint meter_serial_is_unique_per_account;
create unique index a_serial_has_one_standing_meter on billing.meter (account_number, serial_number)
  where removed_on is null;
create unique index a_serial_is_installed_once_a_day on billing.meter (account_number, serial_number, installed_on);
