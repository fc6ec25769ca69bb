import { type CrossCheck, repeatedKey, unknownReference } from './cross-check.ts';

/** Customers, their accounts, the places these supply, and who signs in to them. */
export const customerChecks: readonly CrossCheck[] = [
  repeatedKey('customers.csv', 'stage_customer', ['customer_code'], 'customer_code'),
  repeatedKey('accounts.csv', 'stage_account', ['account_number'], 'account_number'),
  unknownReference('accounts.csv', 'stage_account', 'stage_customer', ['customer_code'], 'customer_code'),
  unknownReference('accounts.csv', 'stage_account', 'stage_tariff', ['tariff_code'], 'tariff_code'),
  {
    file: 'accounts.csv',
    sql: `select account.line, 'account_number' as column_name, 'account.digits' as code, account_number as value
      from stage_account account
      join stage_customer customer using (customer_code)
      cross join stage_supplier supplier
      where customer.customer_type = 'person' and length(account_number) <> supplier.account_digits`,
  },
  {
    file: 'accounts.csv',
    sql: `select line, 'account_number' as column_name, 'account.noPremises' as code, account_number as value
      from stage_account account
      where not exists (select from stage_premises p where p.account_number = account.account_number)`,
  },
  repeatedKey('premises.csv', 'stage_premises', ['account_number'], 'account_number'),
  unknownReference('premises.csv', 'stage_premises', 'stage_account', ['account_number'], 'account_number'),
  repeatedKey('responsibles.csv', 'stage_responsible', ['account_number', 'name'], 'name'),
  unknownReference(
    'responsibles.csv',
    'stage_responsible',
    'stage_account',
    ['account_number'],
    'account_number',
  ),
  repeatedKey('sign-ins.csv', 'stage_sign_in', ['phone', 'customer_type'], 'phone'),
  {
    file: 'sign-ins.csv',
    sql: `select line, 'accounts' as column_name, 'reference.unknown' as code, named as value
      from stage_sign_in sign_in cross join unnest(sign_in.accounts) as named
      where not exists (select from stage_account a where a.account_number = named)`,
  },
  {
    file: 'sign-ins.csv',
    sql: `select sign_in.line, 'accounts' as column_name, 'signIn.notOfEntity' as code, named as value
      from stage_sign_in sign_in cross join unnest(sign_in.accounts) as named
      join stage_account account on account.account_number = named
      join stage_customer customer using (customer_code)
      where sign_in.customer_type = 'entity' and customer.customer_type <> 'entity'`,
  },
  {
    file: 'sign-ins.csv',
    sql: `select line, 'accounts' as column_name, 'signIn.accountTaken' as code, named as value
      from (select sign_in.line, named, row_number() over (partition by named order by sign_in.line) as place
        from stage_sign_in sign_in cross join unnest(sign_in.accounts) as named
        where sign_in.customer_type = 'entity') as held
      where place > 1`,
  },
];
