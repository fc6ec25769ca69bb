-- without transaction
-- The key by which acts of violation can be distributed by account. violation_act_of_staff_number_key stays for the release before.
create unique index concurrently violation_act_account_number_key on billing.violation_act (account_number, upper(act_number))
  where is_of_staff;
