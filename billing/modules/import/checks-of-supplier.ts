import { type CrossCheck, repeatedKey, unknownReference } from './cross-check.ts';

/** One supplier; tariffs that are there, without holes, for as long as accounts are charged by them. */
export const supplierChecks: readonly CrossCheck[] = [
  {
    file: 'supplier.csv',
    sql: `select null::integer as line, null as column_name, 'supplier.count' as code, count(*)::text as value
      from stage_supplier having count(*) <> 1`,
  },
  repeatedKey('tariffs.csv', 'stage_tariff', ['tariff_code'], 'tariff_code'),
  {
    file: 'tariffs.csv',
    sql: `select line, 'tariff_code' as column_name, 'tariff.noVersions' as code, tariff_code as value
      from stage_tariff tariff
      where not exists (select from stage_tariff_version v where v.tariff_code = tariff.tariff_code)`,
  },
  {
    file: 'tariffs.csv',
    sql: `select tariff.line, 'tariff_code' as column_name, 'tariff.historyUncovered' as code, tariff_code as value
      from stage_tariff tariff cross join stage_setting setting
      join (select tariff_code, min(valid_from) as first_day, max(coalesce(valid_to, 'infinity')) as last_day
        from stage_tariff_version group by tariff_code) as covered using (tariff_code)
      where (first_day > setting.history_start or last_day < setting.today)
        and exists (select from stage_account a where a.tariff_code = tariff.tariff_code)`,
  },
  unknownReference(
    'tariff-versions.csv',
    'stage_tariff_version',
    'stage_tariff',
    ['tariff_code'],
    'tariff_code',
  ),
  repeatedKey('tariff-versions.csv', 'stage_tariff_version', ['tariff_code', 'valid_from'], 'valid_from'),
  {
    file: 'tariff-versions.csv',
    sql: `select line, 'valid_to' as column_name,
        case when next_from > valid_to + 1 then 'tariffVersion.gap' else 'tariffVersion.overlap' end as code,
        valid_to::text as value
      from (select line, valid_from, valid_to,
          lead(valid_from) over (partition by tariff_code order by valid_from, line) as next_from
        from stage_tariff_version) as versions
      where valid_to is not null and next_from <> valid_to + 1 and next_from <> valid_from`,
  },
];
