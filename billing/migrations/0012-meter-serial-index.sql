-- With the account first, this index was chosen for joins by account and meter id, which then read every meter of the account
-- for each of them: those joins have the primary key. What looks for a serial number names it.
drop index billing.meter_serial_installed_on_key;
create unique index meter_serial_installed_on_key on billing.meter (serial_number, account_number, installed_on);
