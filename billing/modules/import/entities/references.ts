import { type CrossCheck, unknownReference } from '../cross-check.ts';

/** Of the folder and stored: files of entities may come one by one after the first load. */
const knownContract = `(select account_number from stage_entity_contract
  union select account_number from billing.entity_contract)`;

/** An account whose files need a contract. */
export function noContract(file: string, stage: string): CrossCheck {
  return {
    file,
    sql: `select line, 'account_number' as column_name, 'point.noContract' as code, account_number as value
      from ${stage} where account_number in (select account_number from stage_account)
        and account_number not in (select account_number from ${knownContract} known)`,
  };
}

/** The account is in accounts.csv. */
export const ofAccount = (file: string, stage: string): CrossCheck =>
  unknownReference(file, stage, 'stage_account', ['account_number'], 'account_number');
/** The point is one of the account, in metering-points.csv. */
export const ofPoint = (file: string, stage: string): CrossCheck =>
  unknownReference(file, stage, 'stage_metering_point', ['account_number', 'eic_code'], 'eic_code');
