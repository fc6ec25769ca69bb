-- What the queue of the desk reads of each open conversation stands in one index, so that neither a million closed ones nor the
-- clocks of the open ones are touched.

-- The days of the internal clock while it runs; null: it does not, or a chat has none.
alter table portal.conversation add column clock_started_on date, add column clock_due_on date;

create function portal.keep_running_clock() returns trigger language plpgsql as $$
begin
  update portal.conversation c
  set clock_started_on = case when new.met_at is null then new.started_on end,
    clock_due_on = case when new.met_at is null then new.due_on end
  where c.account_number = new.account_number and c.conversation_id = new.conversation_id
    and (c.clock_started_on, c.clock_due_on) is distinct from
      (case when new.met_at is null then new.started_on end, case when new.met_at is null then new.due_on end);
  return null;
end $$;
create trigger conversation_clock_running after insert or update of met_at, started_on, due_on on portal.conversation_clock
  for each row when (new.kind = 'internal') execute function portal.keep_running_clock();

update portal.conversation c set clock_started_on = k.started_on, clock_due_on = k.due_on
from portal.conversation_clock k
where k.account_number = c.account_number and k.conversation_id = c.conversation_id and k.kind = 'internal' and k.met_at is null;

drop index portal.conversation_clocks_open_idx;
drop index portal.conversations_open_due_on_idx;
create index conversations_open_idx on portal.conversation (account_number, conversation_id)
  include (kind, state, topic_id, customer_type, assigned_to, waiting_since, clock_started_on, clock_due_on)
  where state not in ('answered', 'closed') and merged_into is null;
