-- Economic equivalent that a line of reactive energy was charged by, millionths of a kWh per kvarh; null: of energy, and of lines
-- made before it was stored.
alter table billing.invoice_line add column equivalent_micro integer check (equivalent_micro >= 0);
