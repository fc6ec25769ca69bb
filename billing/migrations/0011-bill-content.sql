-- What a bill says of the supplier besides its name (facts 9.1): whom to call when there is no light, where to complain, of
-- what its energy is made. Empty or null: not told, and then not printed.
alter table billing.supplier
  add column emergency_phones text[] not null default '{}',
  add column complaint_contacts text[] not null default '{}',
  -- [{"name": "…", "percent": "55.4"}, …]
  add column fuel_mix jsonb not null default '[]',
  add column fuel_mix_year smallint check (fuel_mix_year between 2000 and 2199),
  add column co2_grams_per_kwh integer check (co2_grams_per_kwh >= 0);

-- The commercial offer under which energy of this tariff is sold, as bills print it.
alter table billing.tariff add column offer text not null default '';
