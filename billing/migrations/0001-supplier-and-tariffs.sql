-- The supplier itself: one row.
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
  rules jsonb not null default '{}',
  -- printed on bills (facts 9.1) unless empty or null: whom to call without power, where to complain, of what the energy is made
  emergency_phones text[] not null default '{}',
  complaint_contacts text[] not null default '{}',
  -- [{"name": "…", "percent": "55.4"}, …]
  fuel_mix jsonb not null default '[]',
  fuel_mix_year smallint check (fuel_mix_year between 2000 and 2199),
  co2_grams_per_kwh integer check (co2_grams_per_kwh >= 0)
);

create table billing.tariff (
  tariff_code text primary key,
  title text not null,
  -- the commercial offer under which energy of this tariff is sold, as bills print it
  offer text not null default ''
);

create table billing.tariff_version (
  tariff_code text not null references billing.tariff,
  valid_from date not null,
  valid_to date check (valid_to >= valid_from),
  -- rule and zone coefficients as domain/tariffs/tariff-version-json.ts writes them
  definition jsonb not null,
  act text not null check (act <> ''),
  primary key (tariff_code, valid_from)
);
