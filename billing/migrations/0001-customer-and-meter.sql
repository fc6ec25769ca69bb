-- Customers, accounts, metering points, meters. Account-scoped tables begin their key with account_number.
create table billing.supplier (
  singleton boolean primary key default true check (singleton),
  name text not null,
  short_name text not null,
  edrpou text not null,
  iban text not null,
  bank_name text not null,
  address text not null,
  phones text[] not null default '{}',
  mobile_phones text[] not null default '{}',
  email text not null,
  readings_email text not null,
  main_url text not null,
  images text[] not null default '{}',
  -- windows, thresholds, limits that differ from the defaults of domain/readings/reading-rules.ts
  rules jsonb not null default '{}'
);

create table billing.customer (
  customer_id uuid primary key,
  customer_code text not null constraint customer_code_is_unique unique,
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
  opened_on date not null
);
create index account_by_customer on billing.account (customer_id);

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

create table billing.metering_point (
  account_number text not null references billing.account,
  eic_code text not null check (eic_code ~ '^[0-9A-Z-]{15}[0-9A-Z]$'),
  point_state text not null default 'active'
    check (point_state in ('active', 'takenByOperator', 'substation', 'commercial', 'disabled')),
  contracted_power_watts integer not null check (contracted_power_watts > 0),
  verification_requested boolean not null default false,
  primary key (account_number, eic_code)
);
create unique index metering_point_by_eic on billing.metering_point (eic_code);

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
  removed_on date check (removed_on >= installed_on),
  verified_on date,
  primary key (account_number, meter_id),
  foreign key (account_number, eic_code) references billing.metering_point,
  constraint meter_serial_is_unique_per_account unique (account_number, serial_number)
);

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
