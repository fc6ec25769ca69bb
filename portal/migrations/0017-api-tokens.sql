-- Tokens by which programs act for a company; shown once and kept as a digest.
create table portal.api_token (
  token_id uuid primary key,
  company_id uuid not null references portal.identity,
  -- whose rights and objects it has; it ends with them
  maker_id uuid not null references portal.identity,
  name text not null,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'readings', 'documents']),
  token_digest bytea not null unique,
  per_minute integer not null check (per_minute between 1 and 600),
  made_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > made_at),
  ended_at timestamptz,
  ended_by uuid references portal.identity
);
create index api_tokens_company_id_idx on portal.api_token (company_id, made_at desc);

-- Calls of a token in the minute that it was used last, for all nodes, and its last use.
create table portal.api_token_use (
  token_id uuid primary key references portal.api_token,
  minute timestamptz not null,
  used integer not null,
  last_used_at timestamptz not null,
  last_address text not null
);
