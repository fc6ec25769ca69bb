import { type CrossCheck, repeatedKey, unknownReference } from './cross-check.ts';

const FILE = 'feed-in.csv';
const STAGE = 'stage_feed_in';

/** Months of feed-in: one for each account and month that is over, of an account that sells, by a meter of its own. */
export const feedInChecks: readonly CrossCheck[] = [
  repeatedKey(FILE, STAGE, ['account_number', 'period'], 'period'),
  repeatedKey(FILE, STAGE, ['account_number', 'act_number'], 'act_number'),
  unknownReference(FILE, STAGE, 'stage_account', ['account_number'], 'account_number'),
  {
    file: FILE,
    sql: `select month.line, 'serial_number' as column_name, 'reference.unknown' as code, month.serial_number as value
      from ${STAGE} month join stage_account account using (account_number)
      where not exists (select from stage_meter meter
        where meter.account_number = month.account_number and meter.serial_number = month.serial_number)`,
  },
  {
    file: FILE,
    sql: `select month.line, 'account_number' as column_name, 'feedIn.notSelling' as code, account_number as value
      from ${STAGE} month join stage_account account using (account_number) where not account.feed_in`,
  },
  {
    file: FILE,
    sql: `select month.line, told.column_name, told.code, told.value
      from stage_setting setting
      join ${STAGE} month on drawn_on > today or paid_on > today
      cross join lateral (values
        ('drawn_on', 'dates.future', drawn_on::text, drawn_on > setting.today),
        ('paid_on', 'dates.future', paid_on::text, paid_on > setting.today and drawn_on <= setting.today)
      ) as told (column_name, code, value, is_wrong)
      where told.is_wrong`,
  },
];
