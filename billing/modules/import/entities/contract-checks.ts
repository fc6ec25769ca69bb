import { type CrossCheck, repeatedKey } from '../cross-check.ts';
import { noContract, ofAccount, ofPoint } from './references.ts';

/** Rows of the folder and those that are stored: files of entities may come one by one after the first load. */
const knownOperator = `(select operator_code from stage_distribution_operator
  union select operator_code from billing.distribution_operator)`;
const knownComponent = `(
  select kind, subject, voltage_class, valid_from, valid_to from stage_price_component
  union all
  select kind, subject, voltage_class, valid_from, valid_to from billing.price_component stored
  where not exists (select from stage_price_component given where given.kind = stored.kind
    and given.subject = stored.subject and given.voltage_class = stored.voltage_class and given.valid_from = stored.valid_from))`;
const knownSubConsumer = `(
  select account_number, eic_code, main_eic_code from stage_sub_consumer
  union select account_number, eic_code, main_eic_code from billing.sub_consumer)`;
/** The parts that the price of a contract has, by its formula. Source: domain/invoices/price-formula.ts. */
const partsOfPrice = `(values
  ('spot', 'dayAhead', true, true), ('spot', 'margin', true, true),
  ('spot', 'transmission', false, true), ('spot', 'distribution', true, false),
  ('universal', 'purchase', true, true), ('universal', 'universalTariff', true, true),
  ('universal', 'transmission', true, true), ('universal', 'distribution', true, true),
  ('fixedNet', 'transmission', false, true), ('fixedNet', 'distribution', true, false)
  ) as part (price_kind, kind, without_transmission, without_distribution)`;

/**
 * Terms and prices: what a contract needs is there for each month that is over and still to be closed, of which a first import
 * closes all.
 */
export const contractChecks: readonly CrossCheck[] = [
  repeatedKey(
    'distribution-operators.csv',
    'stage_distribution_operator',
    ['operator_code'],
    'operator_code',
  ),
  repeatedKey(
    'price-components.csv',
    'stage_price_component',
    ['kind', 'subject', 'voltage_class', 'valid_from'],
    'valid_from',
  ),
  {
    file: 'price-components.csv',
    sql: `select line, 'subject' as column_name, 'reference.unknown' as code, subject as value
      from stage_price_component where kind = 'distribution'
        and subject not in (select operator_code from ${knownOperator} known)`,
  },
  {
    file: 'price-components.csv',
    sql: `select given.line, 'valid_to' as column_name, 'price.overlap' as code, given.valid_to::text as value
      from (select *, lead(valid_from) over (partition by kind, subject, voltage_class order by valid_from) as next_from
        from ${knownComponent} known) as version
      join stage_price_component given using (kind, subject, voltage_class, valid_from)
      where given.valid_to >= next_from`,
  },
  repeatedKey('economic-rates.csv', 'stage_economic_rate', ['kind', 'valid_from'], 'valid_from'),
  repeatedKey('company-information.csv', 'stage_company_information', ['customer_code'], 'customer_code'),
  {
    file: 'company-information.csv',
    sql: `select line, 'customer_code' as column_name,
        case when customer.customer_code is null then 'reference.unknown' else 'contract.notOfEntity' end as code,
        given.customer_code as value
      from stage_company_information given
      left join (select customer_code, customer_type from stage_customer) customer using (customer_code)
      where customer.customer_type is distinct from 'entity'`,
  },
  repeatedKey(
    'entity-contracts.csv',
    'stage_entity_contract',
    ['account_number', 'valid_from'],
    'valid_from',
  ),
  ofAccount('entity-contracts.csv', 'stage_entity_contract'),
  {
    file: 'entity-contracts.csv',
    sql: `select contract.line, 'account_number' as column_name, 'contract.notOfEntity' as code,
        contract.account_number as value
      from stage_entity_contract contract join stage_account using (account_number)
      join stage_customer customer using (customer_code)
      where customer.customer_type <> 'entity'`,
  },
  {
    file: 'entity-contracts.csv',
    sql: `select line, 'operator_code' as column_name, 'reference.unknown' as code, operator_code as value
      from stage_entity_contract where operator_code not in (select operator_code from ${knownOperator} known)`,
  },
  {
    file: 'entity-contracts.csv',
    // The first month without a version names the part.
    sql: `select line, case kind when 'distribution' then 'operator_code'
          when 'dayAhead' then 'price_kind' when 'transmission' then 'price_kind' else 'offer_code' end as column_name,
        'contract.priceMissing' as code, kind || case when voltage_class = 0 then '' else ' ' || voltage_class end
          || ' ' || min(to_char(month, 'YYYY-MM')) as value
      from (select contract.line, part.kind, month.first_day as month,
            case part.kind when 'distribution' then point.voltage_class else 0 end as voltage_class, contract.account_number,
            case when part.kind in ('dayAhead', 'transmission') then '' when part.kind = 'distribution'
              then contract.operator_code else contract.offer_code end as subject
          from (select *, lead(valid_from) over (partition by account_number order by valid_from) as next_from
            from stage_entity_contract) as contract
          join ${partsOfPrice} on part.price_kind = contract.price_kind
            and (contract.with_transmission or part.without_transmission)
            and (contract.with_distribution or part.without_distribution)
          cross join stage_setting setting
          cross join lateral (select day::date as first_day from generate_series(
            greatest(date_trunc('month', contract.valid_from), (setting.first_open_period || '-01')::date, setting.history_start),
            least(coalesce(contract.next_from - 1, 'infinity'), coalesce(contract.ends_on, 'infinity'),
              date_trunc('month', setting.today) - interval '1 day'), interval '1 month') as day) as month
          cross join lateral (select distinct of_account.voltage_class from stage_contract_point of_account
            where of_account.account_number = contract.account_number
            union select 0) as point
          where (part.kind = 'distribution') = (point.voltage_class <> 0) and not setting.has_books) as wanted
      -- An offer that is missing and an unknown operator are problems of their own.
      where case kind when 'distribution' then subject in (select operator_code from ${knownOperator} operator)
          when 'dayAhead' then true when 'transmission' then true else subject <> '' end
        and not exists (select from ${knownComponent} known
        where known.kind = wanted.kind and known.subject = wanted.subject
          and known.voltage_class in (0, wanted.voltage_class)
          -- A day-ahead price is that of the month itself; a month that is closed later may still wait for it.
          and (known.valid_from = wanted.month
            or known.valid_from < wanted.month and (known.kind <> 'dayAhead' or exists (select from billing.account)))
          and coalesce(known.valid_to, 'infinity') >= wanted.month)
      group by line, kind, voltage_class`,
  },
  {
    file: 'entity-contracts.csv',
    sql: `select contract.line, 'account_number' as column_name, 'contract.pointMissing' as code, point.eic_code as value
      from (select account_number, min(line) as line from stage_entity_contract group by account_number) as contract
      join stage_metering_point point using (account_number)
      where not exists (select from stage_contract_point given
          where given.account_number = contract.account_number and given.eic_code = point.eic_code)
        and not exists (select from billing.contract_point stored
          where stored.account_number = contract.account_number and stored.eic_code = point.eic_code)`,
  },
  repeatedKey(
    'contract-points.csv',
    'stage_contract_point',
    ['account_number', 'eic_code', 'valid_from'],
    'valid_from',
  ),
  ofPoint('contract-points.csv', 'stage_contract_point'),
  noContract('contract-points.csv', 'stage_contract_point'),
  repeatedKey(
    'sub-consumers.csv',
    'stage_sub_consumer',
    ['account_number', 'eic_code', 'valid_from'],
    'valid_from',
  ),
  ofPoint('sub-consumers.csv', 'stage_sub_consumer'),
  repeatedKey(
    'contract-volumes.csv',
    'stage_contract_volume',
    ['account_number', 'period', 'eic_code', 'document'],
    'document',
  ),
  ofPoint('contract-volumes.csv', 'stage_contract_volume'),
  noContract('contract-volumes.csv', 'stage_contract_volume'),
  {
    file: 'contract-volumes.csv',
    sql: `select line, 'applied_on' as column_name, 'dates.future' as code, applied_on::text as value
      from stage_contract_volume cross join stage_setting setting where applied_on > setting.today
      union all
      select line, 'document', 'volume.twice', document
      from (select *, row_number() over (partition by account_number, period, eic_code order by line) as place
        from stage_contract_volume where applied_on is null) as contracted
      where place > 1`,
  },
  {
    file: 'sub-consumers.csv',
    sql: `select line, 'main_eic_code' as column_name, 'reference.unknown' as code, main_eic_code as value
      from stage_sub_consumer sub where not exists (select from stage_metering_point point
        where point.account_number = sub.account_number and point.eic_code = sub.main_eic_code)`,
  },
  {
    file: 'sub-consumers.csv',
    sql: `with recursive fed as (
        select account_number, eic_code, main_eic_code as above from ${knownSubConsumer} known
        union
        select fed.account_number, fed.eic_code, known.main_eic_code
        from fed join ${knownSubConsumer} known on known.account_number = fed.account_number and known.eic_code = fed.above)
      select line, 'main_eic_code' as column_name, 'subConsumer.cycle' as code, sub.main_eic_code as value
      from stage_sub_consumer sub join fed using (account_number, eic_code) where fed.above = fed.eic_code`,
  },
  {
    file: 'sub-consumers.csv',
    sql: `select line, 'valid_to' as column_name, 'subConsumer.overlap' as code, coalesce(valid_to::text, '') as value
      from (select *, lead(valid_from) over (partition by account_number, eic_code order by valid_from) as next_from
        from stage_sub_consumer) as version
      where next_from <= coalesce(valid_to, 'infinity')`,
  },
];
