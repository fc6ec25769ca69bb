-- A person of a company has no account of their own: the reminder belongs to the person, the account to the cabinet.
alter table portal.payment_reminder add column cabinet_id uuid;
update portal.payment_reminder set cabinet_id = identity_id;
alter table portal.payment_reminder
  alter column cabinet_id set not null,
  drop constraint payment_reminder_identity_id_account_number_fkey,
  add constraint payment_reminder_cabinet_id_account_number_fkey
    foreign key (cabinet_id, account_number) references portal.identity_account on delete cascade;
create index payment_reminders_cabinet_id_account_number_idx on portal.payment_reminder (cabinet_id, account_number);
