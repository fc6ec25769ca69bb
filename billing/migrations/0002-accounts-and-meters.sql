-- Customers, accounts, metering points, meters. Account-scoped tables begin their key with account_number.
create table billing.customer (
  customer_id uuid primary key,
  customer_code text not null unique,
  customer_type text not null check (customer_type in ('person', 'entity')),
  surname text not null default '',
  name text not null default '',
  middle_name text not null default '',
  company_name text not null default '',
  tax_code text not null default '',
  phone text,
  email text
);

create table billing.account (
  account_number text primary key check (account_number ~ '^[0-9]{4,12}$'),
  customer_id uuid not null references billing.customer,
  -- printed on the bill; proves that who adds the account holds its bill
  object_code text not null,
  contract_number text not null,
  contract_date date not null,
  contract_ended_on date,
  consumer_eic text not null,
  tariff_code text not null,
  -- 'callCentre': the invoice is explained by a person; 'contractChanges', 'specialGroup': see billing.* messages
  billing_condition text not null default 'normal'
    check (billing_condition in ('normal', 'callCentre', 'contractChanges', 'specialGroup')),
  input_blocked boolean not null default false,
  feed_in boolean not null default false,
  -- debt (+) or overpayment (−) at the moment the account was taken over, kopiykas
  opening_kopiykas bigint not null default 0,
  opened_on date not null,
  -- when the object code was brought by the import
  object_code_set_at timestamptz not null default now(),
  -- when it was replaced last, which decides which bills print it; null: it is the one of the import
  object_code_changed_at timestamptz
);
create index accounts_customer_id_idx on billing.account (customer_id);
create index accounts_object_code_age_idx on billing.account ((coalesce(object_code_changed_at, object_code_set_at)));

create table billing.premises (
  account_number text primary key references billing.account,
  postcode text not null default '',
  region text not null default '',
  settlement text not null,
  street text not null default '',
  building text not null default '',
  apartment text not null default '',
  heating text not null default 'none' check (heating in ('none', 'electric')),
  resident_count integer not null default 1 check (resident_count >= 0)
);

-- People who answer for an object: whom the supplier calls about it, and as what.
create table billing.account_responsible (
  account_number text not null references billing.account,
  name text not null check (name <> ''),
  phone text not null default '',
  -- in the supplier's words
  role text not null default '',
  -- the last day; null: no end is known
  responsible_until date,
  primary key (account_number, name)
);

create table billing.metering_point (
  account_number text not null references billing.account,
  eic_code text not null check (eic_code ~ '^[0-9A-Z-]{15}[0-9A-Z]$'),
  point_state text not null default 'active'
    check (point_state in ('active', 'takenByOperator', 'substation', 'commercial', 'disabled')),
  contracted_power_watts integer not null check (contracted_power_watts > 0),
  verification_requested boolean not null default false,
  primary key (account_number, eic_code)
);
create unique index metering_point_eic_code_key on billing.metering_point (eic_code);

-- A meter that is programmed for other zones is the same thing on the wall and another meter for charging: its registers end
-- on the day and new ones begin.
create table billing.meter (
  account_number text not null,
  meter_id uuid not null,
  eic_code text not null,
  serial_number text not null,
  meter_type text not null,
  zone_scheme text not null check (zone_scheme in ('single', 'two', 'three')),
  digit_capacity smallint not null check (digit_capacity between 4 and 9),
  coefficient integer not null default 1 check (coefficient > 0),
  meter_state text not null default 'working' check (meter_state in ('working', 'disabled', 'removed')),
  installed_on date not null,
  removed_on date,
  verified_on date,
  primary key (account_number, meter_id),
  foreign key (account_number, eic_code) references billing.metering_point,
  constraint meter_removed_on_check check (removed_on >= installed_on)
);
create unique index meter_installed_serial_key on billing.meter (account_number, serial_number) where removed_on is null;
create unique index meter_serial_installed_on_key on billing.meter (account_number, serial_number, installed_on);

create table billing.register (
  account_number text not null,
  meter_id uuid not null,
  zone text not null check (zone in ('single', 'day', 'night', 'peak', 'halfPeak')),
  -- whole kWh on the dial when the meter was installed and removed
  installed_value bigint not null check (installed_value >= 0),
  removed_value bigint check (removed_value >= 0),
  primary key (account_number, meter_id, zone),
  foreign key (account_number, meter_id) references billing.meter
);

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
create index master_data_changes_subject_idx on billing.master_data_change (account_number, kind, subject, effective_on);
create index master_data_changes_customer_idx on billing.master_data_change (subject) where kind = 'contact';

create function billing.refuse_master_data_change_edit() returns trigger language plpgsql as $$
begin
  raise exception 'a change of master data is never overwritten: record another one';
end $$;
create trigger master_data_change_append_only before update or delete on billing.master_data_change
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
create index account_holders_customer_id_idx on billing.account_holder (customer_id);

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
