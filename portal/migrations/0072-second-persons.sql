-- What an administrator did to the account of another, after which they may act in the other's name (decision 0166).
create table portal.administrator_grant (
  grant_id uuid primary key,
  -- whose account
  identity_id uuid not null references portal.administrator,
  granted_by uuid not null references portal.administrator,
  kind text not null check (kind in ('created', 'link', 'unblocked', 'roles', 'contact', 'factor')),
  granted_at timestamptz not null,
  constraint administrator_grant_another_check check (granted_by <> identity_id)
);
create index administrator_grants_granted_at_idx on portal.administrator_grant (granted_at);

create function portal.refuse_administrator_grant_change() returns trigger language plpgsql as $$
begin
  raise exception 'grants of administrators are append-only';
end $$;
create trigger administrator_grant_append_only before update or delete or truncate on portal.administrator_grant
  for each statement execute function portal.refuse_administrator_grant_change();

-- Of the days before this migration as the list of changes has them.
insert into portal.administrator_grant (grant_id, identity_id, granted_by, kind, granted_at)
select change.change_id, whose.identity_id, change.actor_id,
    case when action.call = '/api/admins/create' then 'created' when change.after ? 'link' then 'link'
      when change.after ? 'secondFactor' then 'factor' when change.after ? 'blocked' then 'unblocked'
      when change.after ? 'roles' then 'roles' else 'contact' end,
    change.happened_at
  from portal.staff_change change
  join portal.administrator whose on whose.login = change.subject
  join portal.staff_action action using (reference)
 where change.actor_id <> whose.identity_id and action.actor_id = change.actor_id
   and (action.call = '/api/admins/create'
     or action.call = '/api/admins/act' and (change.after ?| array['link', 'secondFactor'] or change.after -> 'blocked' = 'false')
     or action.call = '/api/admins/change' and change.after ?| array['roles', 'phone', 'dualAuth'])
on conflict do nothing;

alter table portal.outgoing_message drop constraint outgoing_message_kind_check;
alter table portal.outgoing_message add constraint outgoing_message_kind_check
  check (kind in ('code', 'passwordChanged', 'contactChanged', 'test', 'accessAdded', 'billIssued',
    'paymentConfirmed', 'paymentFailed', 'paymentReturned', 'readingAccepted', 'readingUnderReview', 'accessChanged',
    'windowOpens', 'windowCloses', 'dueSoon', 'actToSign', 'plannedSoon', 'limitNear', 'paymentReminder',
    'invitation', 'uniqueCode', 'limitApproved', 'limitDeclined', 'limitApplied', 'ticketNews', 'supplierMessage', 'violationAct',
    'adminLink', 'adminAccess', 'adminAccessOfOther'));
