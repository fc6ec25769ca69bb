import { type CrossCheck, repeatedKey, unknownReference } from './cross-check.ts';

/** Payments, violation acts, benefits. What was paid before the history begins is in the opening balance already. */
export const moneyChecks: readonly CrossCheck[] = [
  repeatedKey('payments.csv', 'stage_payment', ['reference'], 'reference'),
  unknownReference('payments.csv', 'stage_payment', 'stage_account', ['account_number'], 'account_number'),
  {
    file: 'payments.csv',
    sql: `select payment.line, 'act_number' as column_name, 'reference.unknown' as code, act_number as value
      from stage_payment payment
      where purpose = 'violationAct' and act_number <> '' and not exists (select from stage_violation_act act
        where act.account_number = payment.account_number and act.act_number = payment.act_number)`,
  },
  {
    file: 'payments.csv',
    sql: `select payment.line, told.column_name, told.code, told.value
      from stage_setting setting
      join stage_payment payment on paid_on > today or landed_on > today or paid_on < history_start
      cross join lateral (values
        ('paid_on', 'dates.future', paid_on::text, paid_on > setting.today),
        ('landed_on', 'dates.future', landed_on::text, landed_on > setting.today),
        ('paid_on', 'payment.beforeHistory', paid_on::text, paid_on < setting.history_start)
      ) as told (column_name, code, value, is_wrong)
      where told.is_wrong`,
  },
  repeatedKey('violation-acts.csv', 'stage_violation_act', ['account_number', 'act_number'], 'act_number'),
  unknownReference(
    'violation-acts.csv',
    'stage_violation_act',
    'stage_account',
    ['account_number'],
    'account_number',
  ),
  {
    file: 'violation-acts.csv',
    // The day of the hearing and that to pay by may still come.
    sql: `select line, told.column_name, 'dates.future' as code, told.day::text as value
      from stage_violation_act cross join stage_setting setting
      cross join lateral (values ('drawn_on', drawn_on), ('served_on', served_on), ('protocol_on', protocol_on),
        ('period_to', period_to), ('paid_on', paid_on)) as told (column_name, day)
      where told.day > setting.today`,
  },
  repeatedKey('benefits.csv', 'stage_benefit', ['account_number', 'period', 'kind'], 'period'),
  unknownReference('benefits.csv', 'stage_benefit', 'stage_account', ['account_number'], 'account_number'),
  {
    file: 'benefits.csv',
    // What was granted before the history begins is in the opening balance already.
    sql: `select line, 'period' as column_name,
        case when period < to_char(history_start, 'YYYY-MM') then 'benefit.beforeHistory' else 'dates.future' end as code,
        period as value
      from stage_benefit cross join stage_setting
      where period < to_char(history_start, 'YYYY-MM') or period > to_char(today, 'YYYY-MM')`,
  },
];
