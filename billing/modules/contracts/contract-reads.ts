import { type RawBuilder, sql } from 'kysely';
import {
  CONTRACT_GET,
  CONTRACT_POINTS,
  DISTRIBUTION_OPERATOR_GET,
  POINT_ACCOUNT_FIND,
  POINT_ACCOUNTS,
} from '#billing/api/contracts.ts';
import { answer, type ModuleInput, type ModuleOutput, refuse } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { addressText, customerNameText } from '#billing/modules/accounts/public.ts';
import { tidyText } from '#domain/input/tidy-text.ts';
import type {
  ContractTerms,
  DocumentExchange,
  PaymentForm,
  PlannedPart,
  PriceKind,
  RoundingMode,
} from '#domain/invoices/contract-terms.ts';
import { type Price, priceToText } from '#domain/price.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import {
  bool,
  date,
  int4,
  int8,
  json,
  nullable,
  type RowOf,
  text,
  typedSql,
} from '#platform/database/typed-sql.ts';

const contractColumns = {
  validFrom: date<LocalDate>(),
  contractNumber: text(),
  signedOn: date<LocalDate>(),
  endsOn: nullable(date<LocalDate>()),
  priceKind: text<PriceKind>(),
  operatorCode: text(),
  offerCode: text(),
  fixedPriceMicro: nullable(int8()),
  withTransmission: bool(),
  withDistribution: bool(),
  isOnePrice: bool(),
  paymentForm: text<PaymentForm>(),
  plannedParts: json<readonly PlannedPart[]>(),
  dueDay: nullable(int4()),
  dueWorkingDays: int4(),
  rounding: text<RoundingMode>(),
  documentExchange: text<DocumentExchange>(),
  silentAcceptanceDays: nullable(int4()),
  latePercentHundredths: int4(),
  penaltyRateTimes: int4(),
  operator: nullable(json<{ readonly name: string; readonly edrpou: string; readonly phone: string }>()),
};
type ContractRow = RowOf<typeof contractColumns>;

/** The terms of a contract from a day on, with what only its customer reads. */
export type DatedTerms = Omit<ContractRow, 'fixedPriceMicro'> & ContractTerms;

/** The versions of the contract of an account, newest first; [] for an account that is billed by its tariff. */
export async function listContractTerms(
  db: BillingDatabase,
  accountNumber: string,
): Promise<readonly DatedTerms[]> {
  const { rows } = await typedSql(contractColumns)`
    select v.valid_from as "validFrom", v.contract_number as "contractNumber", v.signed_on as "signedOn",
      v.ends_on as "endsOn", v.price_kind as "priceKind", v.operator_code as "operatorCode", v.offer_code as "offerCode",
      v.fixed_price_micro as "fixedPriceMicro", v.with_transmission as "withTransmission",
      v.with_distribution as "withDistribution", v.is_one_price as "isOnePrice", v.payment_form as "paymentForm",
      v.planned_parts as "plannedParts", v.due_day as "dueDay", v.due_working_days as "dueWorkingDays", v.rounding,
      v.document_exchange as "documentExchange",
      v.silent_acceptance_days::integer as "silentAcceptanceDays", v.late_percent_hundredths as "latePercentHundredths",
      v.penalty_rate_times as "penaltyRateTimes",
      case when o.operator_code is not null
        then jsonb_build_object('name', o.name, 'edrpou', o.edrpou, 'phone', o.phone) end as operator
    from billing.entity_contract v left join billing.distribution_operator o using (operator_code)
    where v.account_number = ${accountNumber}
    order by v.valid_from desc`.execute(db);
  return rows.map(({ fixedPriceMicro, ...version }) => ({
    ...version,
    fixedPrice: fixedPriceMicro === null ? null : (fixedPriceMicro as Price),
  }));
}

type Company = ModuleOutput<typeof CONTRACT_GET>['company'];

/** The customer of an account as invoices name it; undefined: no such account. */
async function findCompany(db: BillingDatabase, accountNumber: string): Promise<Company | undefined> {
  const { rows } = await typedSql<Company>({
    name: text(),
    edrpou: text(),
    vatNumber: text(),
    legalAddress: text(),
    postalAddress: text(),
    phone: text(),
    email: text(),
    bankName: text(),
    iban: text(),
    signerName: text(),
    signerPost: text(),
    signerGround: text(),
  })`
    select ${customerNameText} as name, c.tax_code as edrpou, coalesce(i.vat_number, '') as "vatNumber",
      coalesce(i.legal_address, '') as "legalAddress", coalesce(i.postal_address, '') as "postalAddress",
      coalesce(c.phone, '') as phone, coalesce(c.email, '') as email, coalesce(i.bank_name, '') as "bankName",
      coalesce(i.iban, '') as iban, coalesce(i.signer_name, '') as "signerName",
      coalesce(i.signer_post, '') as "signerPost", coalesce(i.signer_ground, '') as "signerGround"
    from billing.account a
    join billing.customer c using (customer_id)
    left join billing.company_information i using (customer_id)
    where a.account_number = ${accountNumber}`.execute(db);
  return rows[0];
}

/** CONTRACT_GET: who the company is and what it has agreed (product.md §6). */
export const handleContractGet = handleModule(CONTRACT_GET, ({ db }) => async ({ accountNumber }) => {
  const [company, versions] = await Promise.all([
    findCompany(db, accountNumber),
    listContractTerms(db, accountNumber),
  ]);
  if (company === undefined) return refuse('common.notFound');
  return answer({
    company,
    versions: versions.map(({ plannedParts, fixedPrice, ...version }) => ({
      ...version,
      fixedPrice: fixedPrice === null ? null : priceToText(fixedPrice),
      plannedParts: [...plannedParts],
    })),
  });
});

type Passport = ModuleOutput<typeof CONTRACT_POINTS>['points'][number];
type PointFilter = ModuleInput<typeof CONTRACT_POINTS>;

/** SQL of the decimal of a whole number of thousandths or millionths. */
const decimal = (value: RawBuilder<unknown>, scale: number) =>
  sql`trim_scale(${value}::numeric / ${sql.lit(scale)})::text`;

/** SQL of the order of points by the columns of their name and EIC: "Shop 2" stands before "Shop 10". */
export const pointOrder = (objectName: string, eicCode: string): RawBuilder<unknown> => {
  const name = sql.ref(objectName);
  return sql`regexp_replace(${name}, '\\d+', '', 'g'), nullif(regexp_replace(${name}, '\\D+', '', 'g'), '')::numeric nulls first,
    ${sql.ref(eicCode)}`;
};

/** SQL of the points of a filter as they are on a day, with the words in which they are looked for. */
function matchingPoints(
  { accountNumber, points, words, voltageClass, feature }: PointFilter,
  today: LocalDate,
) {
  const terms = tidyText(words).toLowerCase().split(' ').filter(Boolean);
  return sql`
    select * from (
      select p.account_number, p.eic_code, coalesce(v.object_name, '') as object_name,
        coalesce(nullif(v.address, ''), own.address, '') as address, coalesce(v.cost_centre, '') as cost_centre,
        p.point_state, p.contracted_power_watts,
        v.voltage_class, coalesce(v.is_group_a, false) as is_group_a, coalesce(v.loss_mode, 'none') as loss_mode,
        v.loss_percent_thousandths, v.loss_fixed_kwh, v.reactive_equivalent_micro, behind.main_eic_code,
        coalesce(subs.list, '[]') as subs, coalesce(meters.list, '[]') as meters, coalesce(meters.serials, '') as serials
      from billing.metering_point p
      left join lateral (
        select * from billing.contract_point c
        where c.account_number = p.account_number and c.eic_code = p.eic_code and c.valid_from <= ${today}::date
        order by c.valid_from desc limit 1
      ) v on true
      left join lateral (
        select ${addressText} as address from billing.premises p where p.account_number = ${accountNumber}
      ) own on true
      left join lateral (
        select s.main_eic_code from billing.sub_consumer s
        where s.account_number = p.account_number and s.eic_code = p.eic_code and s.valid_from <= ${today}::date
          and (s.valid_to is null or s.valid_to >= ${today}::date)
        order by s.valid_from desc limit 1
      ) behind on true
      left join lateral (
        select jsonb_agg(jsonb_build_object('eic', s.eic_code, 'name', s.name, 'isBilled', s.is_billed)
          order by s.name, s.eic_code) as list
        from billing.sub_consumer s
        where s.account_number = p.account_number and s.main_eic_code = p.eic_code and s.valid_from <= ${today}::date
          and (s.valid_to is null or s.valid_to >= ${today}::date)
      ) subs on true
      left join lateral (
        select jsonb_agg(jsonb_build_object('meterId', m.meter_id, 'serialNumber', m.serial_number,
            'meterType', m.meter_type, 'digitCapacity', m.digit_capacity, 'coefficient', m.coefficient,
            'zoneScheme', m.zone_scheme, 'installedOn', m.installed_on, 'verifiedOn', m.verified_on,
            'channels', (select coalesce(jsonb_agg(h.channel order by h.channel), '[]') from billing.meter_channel h
              where h.account_number = m.account_number and h.meter_id = m.meter_id))
          order by m.serial_number) as list, string_agg(m.serial_number, ' ') as serials
        from billing.meter m
        where m.account_number = p.account_number and m.eic_code = p.eic_code and m.removed_on is null
      ) meters on true
      where p.account_number = ${accountNumber}
        and (${points ?? null}::text[] is null or p.eic_code = any(${points ?? null}::text[]))
    ) point
    where (${voltageClass ?? null}::integer is null or voltage_class = ${voltageClass ?? null}::integer)
      and case ${feature ?? ''}::text
        when 'groupA' then is_group_a
        when 'losses' then loss_mode <> 'none'
        when 'subConsumers' then subs <> '[]' or main_eic_code is not null
        when 'reactive' then reactive_equivalent_micro is not null
        else true end
      and not exists (
        select from unnest(${terms}::text[]) as term
        where position(term in lower(concat_ws(' ', object_name, address, cost_centre, eic_code, serials))) = 0)`;
}

/** CONTRACT_POINTS: the passports of the points (product.md §6), in one statement whatever their number. */
export const handleContractPoints = handleModule(CONTRACT_POINTS, ({ db, clock }) => async (filter) => {
  const { after, limit, accountNumber } = filter;
  const { rows } = await typedSql({
    isKnown: bool(),
    count: int4(),
    points: json<readonly Passport[]>(),
  })`
    with matching as materialized (
        select *, row_number() over (order by ${pointOrder('object_name', 'eic_code')}) as place
        from (${matchingPoints(filter, kyivDateOf(clock.now()))}) found
      ), part as (
        select * from matching
        where ${after}::text is null or place > (select place from matching where eic_code = ${after}::text)
        order by place limit ${limit + 1}
      )
    select exists (select from billing.account where account_number = ${accountNumber}) as "isKnown",
      (select count(*)::int from matching) as count,
      (select coalesce(jsonb_agg(jsonb_build_object('eic', eic_code, 'objectName', object_name, 'address', address,
          'costCentre', cost_centre, 'pointState', point_state, 'voltageClass', voltage_class,
          'contractedPowerKw', contracted_power_watts / 1000.0, 'isGroupA', is_group_a,
          'loss', case loss_mode
            when 'percent' then jsonb_build_object('mode', loss_mode,
              'percent', ${decimal(sql`loss_percent_thousandths`, 1000)})
            when 'fixed' then jsonb_build_object('mode', loss_mode, 'kwh', loss_fixed_kwh)
            else jsonb_build_object('mode', loss_mode) end,
          'reactiveEquivalent', ${decimal(sql`reactive_equivalent_micro`, 1_000_000)},
          'mainEic', main_eic_code, 'subConsumers', subs, 'meters', meters) order by place), '[]')
        from part) as points`.execute(db);
  const [found] = rows;
  if (found === undefined || !found.isKnown) return refuse('common.notFound');
  const { points, count } = found;
  return answer({ points: points.slice(0, limit), hasMore: points.length > limit, count });
});

/** Without a contract that names one, an account is in the network of the only operator that there is. */
export const handleDistributionOperatorGet = handleModule(
  DISTRIBUTION_OPERATOR_GET,
  ({ db, clock }) =>
    async ({ accountNumber }) => {
      const { rows } = await typedSql({ name: nullable(text()), phone: nullable(text()) })`
        with named as (
          select v.operator_code from billing.entity_contract v
           where v.account_number = ${accountNumber} and v.valid_from <= ${kyivDateOf(clock.now())}::date
           order by v.valid_from desc limit 1)
        select o.name, o.phone from billing.account a
          left join billing.distribution_operator o on o.operator_code = coalesce((select operator_code from named),
            (select min(operator_code) from billing.distribution_operator having count(*) = 1))
         where a.account_number = ${accountNumber}`.execute(db);
      const row = rows[0];
      if (row === undefined) return refuse('common.notFound');
      const { name, phone } = row;
      return answer({ operator: name === null ? null : { name, phone: phone ?? '' } });
    },
);

export const handlePointAccountFind = handleModule(POINT_ACCOUNT_FIND, ({ db }) => async ({ eic }) => {
  const { rows } = await typedSql({ accountNumber: text() })`
    select account_number as "accountNumber" from billing.metering_point
    where eic_code = ${eic} and ended_on is null`.execute(db);
  return answer({ accountNumber: rows[0]?.accountNumber ?? null });
});

/** POINT_ACCOUNTS: the metering points among these that belong to the accounts, for the objects of a person of a company. */
export const handlePointAccounts = handleModule(
  POINT_ACCOUNTS,
  ({ db }) =>
    async ({ accountNumbers, points }) => {
      const { rows } = await typedSql({ eic: text(), accountNumber: text() })`
        select eic_code as eic, account_number as "accountNumber" from billing.metering_point
         where account_number = any(${accountNumbers}::text[]) and eic_code = any(${points}::text[])
         order by eic_code`.execute(db);
      return answer({ points: rows });
    },
);
