-- Answers to readings are stored without what their submission has in columns and without what is usual (decision 0189). A release that
-- does not know this form may run beside for a week; a database without a supplier has no such node.
create table billing.compact_answer (
  singleton boolean primary key default true check (singleton),
  -- submissions from then on may have the compact form
  since timestamptz not null
);
insert into billing.compact_answer (since)
  select case when exists (select from billing.supplier) then now() + interval '7 days' else '-infinity' end;

-- The whole answer of a submission, whichever form is stored.
create function billing.reading_answer(s billing.reading_submission) returns jsonb language sql stable parallel safe
return case when s.outcome ? 'outcome' and not s.outcome ? 'receipt' then
  jsonb_build_object(
    'outcome',
    '{"params": {}, "advice": null, "adviceParams": {}, "missingZones": [], "confirmations": []}'::jsonb
      || (s.outcome -> 'outcome') || jsonb_build_object('period', s.period, 'registers', (
        select jsonb_agg('{"code": null, "params": {}}'::jsonb || register order by at)
          from jsonb_array_elements(s.outcome -> 'outcome' -> 'registers') with ordinality as one (register, at))),
    'receipt', jsonb_build_object(
      'number', s.receipt_number::text,
      'submittedAt', to_char(s.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'takenAt', to_char(s.taken_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'effectiveDate', s.outcome -> 'outcome' -> 'effectiveDate',
      'period', s.period,
      'values', (
        select jsonb_object_agg(register ->> 'zone', register -> 'value')
          from jsonb_array_elements(s.outcome -> 'outcome' -> 'registers') as one (register)),
      'totalKwh', s.outcome -> 'outcome' -> 'totalKwh',
      'sum', s.outcome -> 'sum'))
  else s.outcome end;
