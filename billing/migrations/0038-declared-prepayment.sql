-- Of a prepayment the volumes that it was computed from: declared for the month, and of points without a declared volume as billed
-- the month before. Null: the payment is a share of the sum of the month before.
alter table billing.planned_payment
  add column declared_kwh bigint check (declared_kwh >= 0),
  add column undeclared_kwh bigint check (undeclared_kwh >= 0),
  add constraint planned_payment_volume_check check ((declared_kwh is null) = (undeclared_kwh is null));
