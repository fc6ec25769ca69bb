-- Documents that are signed: their bytes are frozen once, so that every signature is of the same ones.
create table portal.signed_document (
  account_number text not null,
  document_id uuid not null,
  kind text not null check (kind in ('acceptanceAct', 'reconciliationAct', 'readingReport')),
  -- the period, or the id of the act
  subject text not null,
  edition integer not null check (edition > 0),
  -- the month whose papers it belongs to
  period char(7) not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  title text not null,
  number text,
  file_name text not null,
  content_type text not null,
  byte_count integer not null check (byte_count > 0),
  -- of the bytes, hexadecimal
  sha256 char(64) not null,
  file_id uuid not null references portal.stored_file,
  -- code of the customer, for names of exchange systems
  customer_edrpou text not null,
  supplier_edrpou text not null,
  frozen_at timestamptz not null,
  frozen_by uuid not null,
  request_id uuid not null,
  primary key (account_number, document_id),
  constraint signed_document_edition_key unique (account_number, kind, subject, edition),
  constraint signed_document_request_id_key unique (account_number, request_id)
);
create index signed_documents_account_number_frozen_at_idx on portal.signed_document (account_number, frozen_at, document_id);
create index signed_documents_account_number_period_idx on portal.signed_document (account_number, period);
create index signed_documents_file_id_idx on portal.signed_document (file_id);

-- Signatures that were judged good. Of each party one person and one seal count.
create table portal.document_signature (
  account_number text not null,
  signature_id uuid not null,
  document_id uuid not null,
  party text not null check (party in ('customer', 'supplier')),
  is_seal boolean not null,
  signer_name text not null,
  post text,
  organization text,
  edrpou text,
  drfo text,
  certificate_serial text not null,
  issuer text not null,
  -- by the clock of the signer
  signed_at timestamptz,
  -- by a proven time stamp
  time_stamped_at timestamptz,
  revocation text not null check (revocation in ('good', 'notChecked')),
  container text not null check (container in ('p7s', 'asice')),
  -- the file as it came
  file_id uuid not null references portal.stored_file,
  added_at timestamptz not null,
  -- who sent it; null: the seal of the supplier
  added_by uuid,
  session_id uuid,
  request_id uuid not null,
  primary key (account_number, signature_id),
  foreign key (account_number, document_id) references portal.signed_document,
  constraint document_signature_party_key unique (account_number, document_id, party, is_seal),
  constraint document_signature_request_id_key unique (account_number, request_id)
);
create index document_signatures_file_id_idx on portal.document_signature (file_id);

create function portal.refuse_signature_change() returns trigger language plpgsql as $$
begin
  raise exception 'signed documents and signatures are append-only';
end
$$;
create trigger signed_document_append_only before update or delete on portal.signed_document
  for each row execute function portal.refuse_signature_change();
create trigger document_signature_append_only before update or delete on portal.document_signature
  for each row execute function portal.refuse_signature_change();

-- Who may sign for a company. An account without any: every employee by the certificate.
create table portal.signer_power (
  account_number text not null,
  drfo text not null,
  full_name text not null,
  ground text not null,
  valid_from date not null,
  valid_to date,
  saved_at timestamptz not null,
  saved_by uuid not null,
  primary key (account_number, drfo),
  constraint signer_power_valid_to_check check (valid_to >= valid_from)
);

-- Certificates that signatures are checked by: authorities and their servers.
create table portal.authority (
  -- SHA-256 of the certificate, hexadecimal
  authority_id char(64) primary key,
  certificate bytea not null,
  name text not null,
  issuer text not null,
  serial text not null,
  is_root boolean not null,
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  ocsp_url text,
  tsp_url text,
  cmp_url text,
  -- 'sample': of the authority of the sample, whose key is published; production trusts none of them
  origin text not null check (origin in ('shipped', 'sample', 'uploaded')),
  added_at timestamptz not null,
  added_by text,
  removed_at timestamptz,
  removed_by text
);
