-- The newest block of a customer by the staff; one that is over keeps who ended it. Whether somebody is blocked says
-- portal.identity.blocked_at. Written by the calls of the staff alone, whose changes are in portal.staff_change.
create table portal.customer_block (
  identity_id uuid primary key references portal.identity,
  -- the company that was blocked, of its people; null: the customer alone
  company_id uuid references portal.identity,
  reason text not null,
  blocked_by uuid not null references portal.administrator,
  blocked_at timestamptz not null,
  ended_by uuid references portal.administrator,
  ended_at timestamptz,
  constraint customer_block_ended_check check ((ended_by is null) = (ended_at is null))
);
create index customer_blocks_company_id_idx on portal.customer_block (company_id) where company_id is not null;

-- What the staff did with one customer.
create index staff_actions_subjects_idx on portal.staff_action using gin (subjects);

-- What went to one customer.
create index outgoing_messages_recipient_idx on portal.outgoing_message (recipient, created_at desc);
