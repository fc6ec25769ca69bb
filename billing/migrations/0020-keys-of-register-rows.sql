-- What tells the rows of statements apart: SHA-256 of what they say, and of the payer's document number where the format has
-- one. The number of a document is given by the payer's bank and is no number of the row: two payers of a day may have the
-- same. Statements that were read with it as one are numbered anew, so that a file that comes again is known.

update billing.bank_statement
set settings = jsonb_set(settings #- '{columns,rowId}', '{columns,documentNumber}', settings #> '{columns,rowId}')
where format_name = 'bank-statement' and settings #> '{columns,rowId}' is not null
  and not exists (select from billing.bank_statement_format f where f.format_name = 'bank-statement');

-- The row reader of the product makes the same keys.
update billing.bank_statement_row r
set base_key = (lpad(to_hex(r.paid_on - date '1970-01-01'), 8, '0') || '-' || substr(digits, 1, 4) || '-8' || substr(digits, 5, 3)
  || '-8' || substr(digits, 8, 3) || '-' || substr(digits, 11, 12))::uuid
from (
  select row.statement_number, row.line, encode(sha256(convert_to(g.format_name || E'\n' || case
    when g.settings #> '{columns,rowId}' is not null then row.bank_row_id
    else concat_ws(E'\n', coalesce(row.account_text, ''), row.amount_kopiykas, coalesce(row.payer, ''),
      coalesce(row.purpose, ''), row.bank_row_id) end, 'UTF8')), 'hex') as digits
  from billing.bank_statement_row row join billing.bank_statement g on g.statement_number = row.statement_number
) hashed
where hashed.statement_number = r.statement_number and hashed.line = r.line;

update billing.bank_statement_row r set occurrence = least(numbered.occurrence, 32767)
from (
  select statement_number, line, row_number() over (partition by statement_number, base_key order by line) as occurrence
  from billing.bank_statement_row
) numbered
where numbered.statement_number = r.statement_number and numbered.line = r.line and numbered.occurrence <> r.occurrence;

update billing.bank_statement_outcome o
set row_key = case when r.occurrence = 1 or g.settings #> '{columns,rowId}' is not null then r.base_key
  else (left(r.base_key::text, 24) || right(md5(r.base_key::text || ':' || r.occurrence), 12))::uuid end
from billing.bank_statement_row r join billing.bank_statement g on g.statement_number = r.statement_number
where r.statement_number = o.statement_number and r.line = o.line;
