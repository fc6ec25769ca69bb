-- What a register counted in a month by a later recalculation: the latest is in force in place of what was charged at first
-- (billing.consumption stays as charged). Averages of the next year and further recalculations start from it.
create table billing.consumption_revision (
  account_number text not null,
  -- the month it is about
  period char(7) not null,
  meter_id uuid not null,
  zone text not null,
  -- the period whose bill carries the difference
  booked_period char(7) not null check (booked_period > period),
  from_date date not null,
  -- the first day that is not part of it; from_date itself: nothing was counted
  to_date date not null check (to_date >= from_date),
  opening_value bigint not null,
  closing_value bigint not null,
  energy_wh bigint not null check (energy_wh >= 0),
  basis text not null check (basis in ('actual', 'brought', 'estimated')),
  primary key (account_number, period, meter_id, zone, booked_period),
  foreign key (account_number, meter_id, zone) references billing.register
);

-- Recalculations of before: what all lines of a month say of a zone that one register counted. Lines of several registers
-- of a zone can't be told apart; those months stay as charged.
insert into billing.consumption_revision (account_number, period, meter_id, zone, booked_period, from_date, to_date,
  opening_value, closing_value, energy_wh, basis)
select c.account_number, c.period, c.meter_id, c.zone, changed.booked_period, c.from_date, c.to_date, c.opening_value,
  c.closing_value, greatest(changed.energy_wh, 0), c.basis
from (
  select account_number, to_char(from_date, 'YYYY-MM')::char(7) as period, zone, sum(energy_wh) as energy_wh,
    max(period) filter (where kind = 'recalculation') as booked_period
  from billing.charge_line l
  where account_number in (select account_number from billing.charge_line where kind = 'recalculation')
  group by 1, 2, 3
  having bool_or(kind = 'recalculation')
) changed
join billing.consumption c using (account_number, period, zone)
where not exists (
  select from billing.consumption other
  where other.account_number = c.account_number and other.period = c.period and other.zone = c.zone
    and other.meter_id <> c.meter_id
);
