-- Staff change responsible persons too. `file_said` is what the supplier's file said of the person last; null: no file has named them.
-- The same line again undoes no change of the staff, another one is news and counts.
alter table billing.account_responsible add column file_said jsonb check (jsonb_typeof(file_said) = 'object');
update billing.account_responsible
   set file_said = jsonb_build_object('phone', phone, 'role', role, 'responsibleUntil', responsible_until);

alter table billing.master_data_change drop constraint master_data_change_kind_check;
alter table billing.master_data_change add constraint master_data_change_kind_check
  check (kind in ('meterInstalled', 'meterRemoved', 'meterReplaced', 'zones', 'contractEnded', 'holder', 'tariff', 'power',
    'pointState', 'contact', 'meterVerified', 'responsible'));
