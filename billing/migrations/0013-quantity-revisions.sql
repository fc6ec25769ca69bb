-- What a closed month counted at a point by a later recalculation: the latest is in force in place of what was charged at first
-- (billing.invoice_quantity stays as charged). Adjustments are differences from it.
create table billing.invoice_quantity_revision (
  account_number text not null,
  -- the month it is about
  period char(7) not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  eic_code text not null,
  -- the period whose invoices carry the difference
  booked_period char(7) not null,
  metered_kwh bigint not null check (metered_kwh >= 0),
  loss_kwh bigint not null check (loss_kwh >= 0),
  sub_loss_kwh bigint not null check (sub_loss_kwh >= 0),
  sub_kwh bigint not null check (sub_kwh >= 0),
  billed_kwh bigint not null check (billed_kwh >= 0),
  reactive_import_kvarh bigint not null check (reactive_import_kvarh >= 0),
  reactive_export_kvarh bigint not null check (reactive_export_kvarh >= 0),
  is_held boolean not null,
  primary key (account_number, period, eic_code, booked_period),
  foreign key (account_number, eic_code) references billing.metering_point,
  constraint invoice_quantity_revision_booked_period_check check (booked_period > period)
);
