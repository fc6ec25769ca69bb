-- Reconciliation acts of legal entities: of one ledger each, with the rows that the PDF shows, frozen with it.
alter table portal.document_request
  add column ledger text check (ledger in ('energy', 'reactive', 'violationActs')),
  add column contents jsonb,
  add constraint document_request_ledger_kind_check check (ledger is null or kind = 'reconciliation');

-- What a company says against an act of acceptance, and what the supplier answers.
create table portal.act_objection (
  account_number text not null,
  period char(7) not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  payee text not null check (payee in ('supplier', 'operator')),
  reason text not null check (reason <> ''),
  request_id uuid not null,
  objected_by uuid not null,
  objected_at timestamptz not null,
  answer text check (answer <> ''),
  answered_by uuid,
  answered_at timestamptz,
  primary key (account_number, period, payee),
  constraint act_objection_whole_answer_check
    check ((answer is null) = (answered_at is null) and (answer is null) = (answered_by is null))
);
create index act_objections_objected_at_idx on portal.act_objection (objected_at);

-- The customer's half of a reconciliation act that differs from the supplier's, and what the supplier answers.
create table portal.reconciliation_disagreement (
  account_number text not null,
  document_id uuid not null,
  -- balance of the customer's books before the first month, kopiykas; as the supplier counts: debt (+), overpayment (-)
  opening_kopiykas bigint not null,
  -- [{"date": …, "document": …, "debit": …, "credit": …}] of the customer's books
  rows jsonb not null check (jsonb_typeof(rows) = 'array'),
  comment text not null default '',
  request_id uuid not null,
  sent_by uuid not null,
  sent_at timestamptz not null,
  -- 'stays': the act is right; 'newAct': it is made anew
  outcome text check (outcome in ('stays', 'newAct')),
  answer text check (answer <> ''),
  answered_by uuid,
  answered_at timestamptz,
  new_document_id uuid,
  primary key (account_number, document_id),
  foreign key (account_number, document_id) references portal.document_request on delete cascade,
  constraint reconciliation_disagreement_whole_answer_check check ((answer is null) = (outcome is null)
    and (answer is null) = (answered_at is null) and (answer is null) = (answered_by is null)),
  constraint reconciliation_disagreement_new_document_check check (new_document_id is null or outcome = 'newAct')
);
create index reconciliation_disagreements_sent_at_idx on portal.reconciliation_disagreement (sent_at);
