-- without transaction
-- Events of accounts end by age (EVENT_DAYS). Rows are in the order in which they came, so that those that are old are a few pages.
create index concurrently account_events_happened_at_idx on portal.account_event
  using brin (happened_at) with (pages_per_range = 32, autosummarize = on);
-- The primary key finds the events of an account: there are a few dozen of each.
drop index concurrently if exists portal.account_events_account_idx;
