-- When an import last changed whether a verification is asked for: decisions before it answered an earlier request.
alter table billing.metering_point add column verification_asked_at timestamptz not null default '-infinity';
