-- Tries are counted apart for the networks that a login was used from, so that strangers use up nobody's but their own.

-- Who counts as one household or office: /24 of IPv4, /48 of IPv6. `caller` is an address of IPv4 or a /64.
create function portal.login_network(caller text) returns text language sql immutable
return coalesce(portal.wide_network(caller), substring(caller from '^(\d+\.\d+\.\d+)\.\d+$'), caller);

create function portal.login_digest(kind text, login text) returns bytea language sql immutable
return pg_catalog.sha256(pg_catalog.convert_to(kind || ':' || login, 'UTF8'));

create function portal.network_digest(digest bytea, caller text) returns bytea language sql immutable
return pg_catalog.sha256(digest || pg_catalog.convert_to(portal.login_network(caller), 'UTF8'));

-- Networks from which a login was used: by a session or a proved code in 90 days. Only digests are kept.
create table portal.known_network (
  login_digest bytea not null,
  network_digest bytea not null,
  seen_at timestamptz not null,
  primary key (login_digest, network_digest)
);
create index known_networks_by_age on portal.known_network (seen_at);

create function portal.is_known_network(digest bytea, caller text, at timestamptz) returns boolean language sql stable
return exists (select from portal.known_network k
                where k.login_digest = digest and k.network_digest = portal.network_digest(digest, caller)
                  and k.seen_at > at - interval '90 days');

-- The logins of an identity are used from a network. A function for the ways in and for the check of the session.
create function portal.note_network(identity uuid, caller text, at timestamptz) returns void language sql
begin atomic
  insert into portal.known_network (login_digest, network_digest, seen_at)
  select own.digest, portal.network_digest(own.digest, caller), at
    from (
      select portal.login_digest('person', i.phone) as digest
        from portal.identity i where i.identity_id = identity and i.identity_type = 'person' and i.phone is not null
      union
      select portal.login_digest('entity', a.account_number)
        from portal.identity_account a where a.identity_id = identity and a.owner_type = 'entity'
      union
      select portal.login_digest('admin', a.login) from portal.administrator a where a.identity_id = identity
    ) as own
   where caller <> ''
  on conflict (login_digest, network_digest) do update set seen_at = greatest(known_network.seen_at, excluded.seen_at);
end;

-- bucket: the digest of a known network; null for all strangers together.
alter table portal.sign_in_attempt add column bucket bytea;
create index failed_attempts_of_strangers on portal.sign_in_attempt (login_digest, attempted_at)
  where not succeeded and bucket is null;

-- Takes an attempt of a login that is counted by networks, or answers when the next may be taken. Five failures are free;
-- then one a minute, after fifty in a day one in five minutes: for a known network by itself, for all strangers
-- together. A stranger that has not failed for a day is not held up by the others, up to a hundred networks a day.
create function portal.take_network_attempt(
  digest bytea, attempt uuid, at timestamptz, caller text, most_failures integer, span interval, is_trusted boolean
) returns timestamptz language plpgsql as $$
declare
  own_bucket bytea := case when is_trusted or portal.is_known_network(digest, caller, at)
                           then portal.network_digest(digest, caller) end;
  since timestamptz;
  recent integer;
  today integer;
  last_at timestamptz;
  is_new boolean;
  networks integer;
  frees_at timestamptz;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(pg_catalog.encode(digest, 'hex'), 1));
  select greatest(at - span, pg_catalog.max(s.attempted_at)) into since from portal.sign_in_attempt s
   where s.login_digest = digest and s.succeeded and s.bucket is not distinct from own_bucket and s.attempted_at > at - span;
  select count(*) filter (where a.attempted_at >= since), count(*), pg_catalog.max(a.attempted_at),
         not coalesce(pg_catalog.bool_or(portal.login_network(a.address) = portal.login_network(caller)), false),
         count(distinct portal.login_network(a.address))
    into recent, today, last_at, is_new, networks
    from portal.sign_in_attempt a
   where a.login_digest = digest and not a.succeeded and a.bucket is not distinct from own_bucket
     and a.attempted_at > at - interval '24 hours';
  if (recent >= most_failures or today >= 50) and not (own_bucket is null and is_new and networks < 100) then
    frees_at := last_at + case when today < 50 then interval '1 minute' else interval '5 minutes' end;
    if frees_at > at then return frees_at; end if;
  end if;
  insert into portal.sign_in_attempt (login_digest, attempted_at, attempt_id, succeeded, address, bucket)
  values (digest, at, attempt, false, caller, own_bucket);
  return null;
end $$;

-- by_network: the login is counted by networks; is_trusted: the network is known whatever it was used for.
drop function portal.take_attempt(bytea, uuid, timestamptz, text, integer, integer, interval);
create function portal.take_attempt(
  digest bytea, attempt uuid, at timestamptz, caller text, most_failures integer, most_of_address integer, span interval,
  by_network boolean, is_trusted boolean
) returns timestamptz language plpgsql as $$
declare
  frees_at timestamptz;
begin
  if most_of_address > 0 then
    perform portal.lock_address(caller);
    select greatest(
      (select a.attempted_at + span from portal.sign_in_attempt a
        where a.address = caller and not a.succeeded and a.attempted_at > at - span
        order by a.attempted_at desc offset most_of_address - 1 limit 1),
      (select a.attempted_at + span from portal.sign_in_attempt a
        where portal.wide_network(a.address) = portal.wide_network(caller) and not a.succeeded and a.attempted_at > at - span
        order by a.attempted_at desc offset 10 * most_of_address - 1 limit 1)) into frees_at;
    if frees_at is not null then return frees_at; end if;
  end if;
  if by_network then
    return portal.take_network_attempt(digest, attempt, at, caller, most_failures, span, is_trusted);
  end if;
  return portal.take_sign_in_attempt(digest, attempt, at, caller, most_failures, span);
end $$;

-- Wrong codes of a login while a code stood, since its owner last came in. Twenty switch the sign-in by code off.
create table portal.wrong_code_count (
  login_digest bytea primary key,
  wrong integer not null,
  last_at timestamptz not null
);

alter table portal.confirmation_code
  -- wrong guesses of each network that does not hold the code; seventeen of all together end it
  add column wrong_elsewhere jsonb not null default '{}',
  add column from_known boolean not null default false,
  -- nothing was sent: the ceiling's share of strangers was used up
  add column is_silent boolean not null default false,
  drop column tries_elsewhere;

-- Work that was done for a code: each piece is taken once.
create table portal.used_work (
  work_id uuid primary key,
  used_at timestamptz not null
);

-- Null: the code is issued; else why not ('tooSoon', 'dayFull', 'work', 'off') and when the next may be asked for. 0 for an address
-- or for all: no limit. Known networks of the login have a pause, an hour and a row of their own; strangers have six of the
-- ten codes of a day. A row of three that nobody answered makes the next one wait for three hours.
-- After `without_work` codes of an address in an hour each further one takes `work`.
drop function portal.issue_code(bytea, text, uuid, bytea, bytea, text, timestamptz, timestamptz, interval, integer, integer, integer);
create function portal.issue_code(
  subject bytea, asked_for text, code uuid, contact bytea, digest bytea, caller text, at timestamptz, ends_at timestamptz,
  pause interval, most_of_contact integer, most_of_address integer, most_of_all integer, login bytea, is_known_phone boolean,
  without_work integer, work uuid,
  out next_at timestamptz, out reason text, out is_silent boolean
) language plpgsql as $$
declare
  is_second_step boolean := asked_for = 'secondFactor';
  is_known boolean := login is not null and portal.is_known_network(login, caller, at);
  answered_at timestamptz;
  sent_lately integer;
begin
  is_silent := false;
  if most_of_address > 0 then perform portal.lock_address(caller); end if;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(pg_catalog.encode(contact, 'hex'), 2));
  if asked_for = 'login' and exists (select from portal.wrong_code_count w where w.login_digest = login and w.wrong >= 20) then
    next_at := at + interval '1 day';
    reason := 'off';
    return;
  end if;
  select greatest(
    (select c.created_at + pause from portal.confirmation_code c
      where c.contact_digest = contact and (c.purpose = 'secondFactor') = is_second_step and c.from_known = is_known
        and c.created_at > at - pause
      order by c.created_at desc limit 1),
    (select c.created_at + interval '1 hour' from portal.confirmation_code c
      where c.contact_digest = contact and (c.purpose = 'secondFactor') = is_second_step and c.from_known = is_known
        and c.created_at > at - interval '1 hour'
      order by c.created_at desc offset most_of_contact - 1 limit 1),
    (select c.created_at + interval '1 hour' from portal.confirmation_code c
      where most_of_address > 0 and c.address = caller and c.created_at > at - interval '1 hour'
      order by c.created_at desc offset greatest(most_of_address, 1) - 1 limit 1),
    (select c.created_at + interval '1 hour' from portal.confirmation_code c
      where most_of_address > 0 and portal.wide_network(c.address) = portal.wide_network(caller)
        and c.created_at > at - interval '1 hour'
      order by c.created_at desc offset 10 * greatest(most_of_address, 1) - 1 limit 1),
    (select c.created_at + interval '1 minute' from portal.confirmation_code c
      where most_of_all > 0 and not is_second_step and c.purpose <> 'secondFactor' and not c.is_silent
        and c.created_at > at - interval '1 minute'
      order by c.created_at desc offset greatest(most_of_all, 1) - 1 limit 1)) into next_at;
  if next_at is not null then
    reason := 'tooSoon';
    return;
  end if;
  if not is_second_step then
    select pg_catalog.max(coalesce(c.used_at, c.proven_at)) into answered_at from portal.confirmation_code c
     where c.contact_digest = contact and c.created_at > at - interval '2 days';
    select greatest(
      (select c.created_at + interval '24 hours' from portal.confirmation_code c
        where c.contact_digest = contact and c.purpose <> 'secondFactor' and c.created_at > at - interval '24 hours'
        order by c.created_at desc offset 9 limit 1),
      (select c.created_at + interval '24 hours' from portal.confirmation_code c
        where not is_known and not c.from_known and c.contact_digest = contact and c.purpose <> 'secondFactor'
          and c.created_at > at - interval '24 hours'
        order by c.created_at desc offset 5 limit 1),
      (select pg_catalog.max(c.created_at) + interval '3 hours' from portal.confirmation_code c
        where c.contact_digest = contact and c.purpose <> 'secondFactor' and c.from_known = is_known
          and c.created_at > greatest(at - interval '24 hours', answered_at)
       having count(*) >= 3 and pg_catalog.max(c.created_at) > at - interval '3 hours')) into next_at;
    if next_at is not null then
      reason := 'dayFull';
      return;
    end if;
    if without_work > 0 and (
      select count(*) from portal.confirmation_code c
       where c.address = caller and c.purpose <> 'secondFactor' and c.created_at > at - interval '1 hour') >= without_work
    then
      insert into portal.used_work (work_id, used_at) select work, at where work is not null on conflict do nothing;
      if not found then
        next_at := at;
        reason := 'work';
        return;
      end if;
    end if;
    -- A fifth of the ceiling is kept for phones that somebody has: the others hear the same, and nothing is sent.
    if most_of_all > 0 and not is_known_phone then
      select count(*) into sent_lately from portal.confirmation_code c
       where c.purpose <> 'secondFactor' and not c.is_silent and c.created_at > at - interval '1 minute';
      is_silent := sent_lately >= greatest(1, most_of_all * 4 / 5);
    end if;
  end if;
  update portal.confirmation_code c set replaced_at = at
   where c.subject_digest = subject and c.purpose = asked_for and c.holder = caller and c.used_at is null and c.replaced_at is null;
  insert into portal.confirmation_code
    (subject_digest, purpose, code_id, contact_digest, code_digest, address, holder, created_at, expires_at, from_known,
     is_silent)
  values (subject, asked_for, code, contact, digest, caller, caller, at, ends_at, is_known, issue_code.is_silent);
end $$;

-- stage 'check' looks, 'prove' marks it and gives the form half an hour, 'use' ends it. Each network has three wrong guesses
-- at a code, so that nobody burns those of another; seventeen of all that do not hold it end it. Twenty wrong ones of a login
-- switch its sign-in by code off until its owner comes in, and its other codes for a day.
drop function portal.try_code(bytea, text, bytea, text, text, timestamptz);
create function portal.try_code(
  subject bytea, asked_for text, digest bytea, caller text, stage text, at timestamptz, login bytea
) returns text language plpgsql as $$
declare
  kept portal.confirmation_code;
  tries integer;
  elsewhere integer;
  counted portal.wrong_code_count;
  closed text;
begin
  perform from portal.confirmation_code
   where subject_digest = subject and purpose = asked_for and used_at is null and replaced_at is null
   order by code_id for update;
  select w.* into counted from portal.wrong_code_count w where w.login_digest = login;
  if counted.wrong >= 20 then
    closed := case when asked_for = 'login' then 'off' when counted.last_at > at - interval '24 hours' then 'paused' end;
  end if;
  select c.* into kept from portal.confirmation_code c
   where c.subject_digest = subject and c.purpose = asked_for and c.used_at is null and c.replaced_at is null
     and c.code_digest = digest and at < c.expires_at
     and case when c.holder = caller then c.tries < 3
              else coalesce((c.wrong_elsewhere ->> caller)::integer, 0) < 3
               and (select coalesce(sum(value::integer), 0) from pg_catalog.jsonb_each_text(c.wrong_elsewhere)) < 17 end
   order by c.holder = caller desc, c.created_at desc limit 1;
  -- A form whose code was proved from here goes on, whatever strangers guess meanwhile.
  if found and (closed is null or (kept.proven_at is not null and kept.holder = caller)) then
    if stage = 'prove' and kept.proven_at is null then
      update portal.confirmation_code set replaced_at = at
       where subject_digest = subject and purpose = asked_for and holder = caller and code_id <> kept.code_id
         and used_at is null and replaced_at is null;
      update portal.confirmation_code c
         set proven_at = at, expires_at = at + interval '30 minutes', holder = caller,
             tries = case when c.holder = caller then c.tries else coalesce((c.wrong_elsewhere ->> caller)::integer, 0) end,
             wrong_elsewhere = case when c.holder = caller then c.wrong_elsewhere
               else c.wrong_elsewhere - caller || pg_catalog.jsonb_build_object(c.holder, c.tries) end
       where c.subject_digest = subject and c.purpose = asked_for and c.code_id = kept.code_id;
    elsif stage = 'use' then
      update portal.confirmation_code
         set used_at = case when code_id = kept.code_id then at end, replaced_at = case when code_id <> kept.code_id then at end
       where subject_digest = subject and purpose = asked_for and used_at is null and replaced_at is null;
    end if;
    return 'right';
  end if;
  if closed is not null then return closed; end if;
  select c.* into kept from portal.confirmation_code c
   where c.subject_digest = subject and c.purpose = asked_for and c.used_at is null and c.replaced_at is null
   order by at < c.expires_at desc, c.holder = caller desc, c.created_at desc limit 1;
  if not found then return 'wrong'; end if;
  select coalesce(sum(value::integer), 0) into elsewhere from pg_catalog.jsonb_each_text(kept.wrong_elsewhere);
  tries := case when kept.holder = caller then kept.tries else coalesce((kept.wrong_elsewhere ->> caller)::integer, 0) end;
  if tries >= 3 or (kept.holder <> caller and elsewhere >= 17) then return 'exhausted'; end if;
  if at >= kept.expires_at then return 'expired'; end if;
  update portal.confirmation_code c
     set tries = c.tries + (c.holder = caller and c.tries < 3)::integer,
         wrong_elsewhere = case when c.holder = caller then c.wrong_elsewhere
           else c.wrong_elsewhere || pg_catalog.jsonb_build_object(caller,
             least(3, coalesce((c.wrong_elsewhere ->> caller)::integer, 0) + 1)) end
   where c.subject_digest = subject and c.purpose = asked_for and c.used_at is null and c.replaced_at is null and at < c.expires_at;
  if login is not null then
    insert into portal.wrong_code_count as w (login_digest, wrong, last_at) values (login, 1, at)
    on conflict (login_digest) do update
      set wrong = case when w.last_at < excluded.last_at - interval '90 days' then 1 else w.wrong + 1 end,
          last_at = excluded.last_at;
  end if;
  return case when tries + 1 >= 3 then 'exhausted' else 'wrong' end;
end $$;

-- Whoever came in is the owner: their network is known, wrong codes count no more.
create function portal.note_arrival(identity uuid, caller text, at timestamptz) returns void language sql
begin atomic
  select portal.note_network(identity, caller, at);
  delete from portal.wrong_code_count w using portal.identity i
   where i.identity_id = identity and i.identity_type = 'person' and w.login_digest = portal.login_digest('person', i.phone);
  delete from portal.wrong_code_count w using portal.identity_account a
   where a.identity_id = identity and a.owner_type = 'entity' and w.login_digest = portal.login_digest('entity', a.account_number);
end;

-- The owner of logins proved by another way who it is: the networks are known, wrong codes count no more. Answers the logins
-- unless `is_so` is false.
create function portal.note_proved(digests bytea[], ids uuid[], networks text[], at timestamptz, is_so boolean)
returns table (digest bytea, id uuid, network text) language plpgsql as $$
begin
  if not is_so then return; end if;
  insert into portal.known_network (login_digest, network_digest, seen_at)
  select given.digest, portal.network_digest(given.digest, given.network), at
    from unnest(digests, networks) as given (digest, network) where given.network <> ''
  on conflict (login_digest, network_digest) do update set seen_at = excluded.seen_at;
  delete from portal.wrong_code_count w where w.login_digest = any(digests);
  return query select * from unnest(digests, ids, networks);
end $$;
