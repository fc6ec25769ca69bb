-- An entry of the audit names the request that made it, so that the portal finds what an action of the staff changed (decision
-- 0137). '': a job, a command or an import, and what is older than this. A constant default rewrites no row.
alter table billing.audit_entry add column reference text not null default '';

-- What an action changed, the oldest first.
create index audit_entries_staff_reference_idx on billing.audit_entry (reference, entry_number)
  where actor like 'admin:%' and reference <> '';
-- What the search reads: without the payments of a bank statement, up to a million under one reference.
create index audit_entries_staff_idx on billing.audit_entry (entry_number)
  where actor like 'admin:%' and reference <> '' and action <> 'payment.landed';

-- A statement is booked by a job after the request that asked for it.
alter table billing.bank_statement add column reference text not null default '';
