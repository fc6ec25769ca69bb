-- Legal texts: versions that take effect on a day (`effectiveFrom` of their content); until then one may be taken back.
alter table portal.content_version drop constraint content_version_kind_check;
alter table portal.content_version add constraint content_version_kind_check
  check (kind in ('article', 'law', 'landing', 'legal'));
alter table portal.content_version add constraint content_version_effective_check
  check (kind <> 'legal' or content ->> 'effectiveFrom' is not null);

create or replace function portal.refuse_content_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.kind = 'legal' and old.state = 'published' and new.state in ('draft', 'dropped')
     and (new.kind, new.key, new.version, new.content) = (old.kind, old.key, old.version, old.content)
     and (old.content ->> 'effectiveFrom')::date > (new.changed_at at time zone 'Europe/Kyiv')::date then
    return new;
  end if;
  raise exception 'a published text is not changed';
end $$;

-- The register of consents: the terms of use beside personal data, and versions that a customer took note of.
alter table portal.consent drop constraint consent_kind_check;
alter table portal.consent add constraint consent_kind_check check (kind in ('personalData', 'terms'));
alter table portal.consent drop constraint consent_act_check;
alter table portal.consent add constraint consent_act_check check (act in ('given', 'informed', 'withdrawn'));
