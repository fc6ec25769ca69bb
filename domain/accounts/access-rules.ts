/** What a supplier configures about access to accounts: `rules.access` of billing.supplier. */
export interface AccessRules {
  /**
   * What somebody who knows the code of an account needs beside it: nothing, a code to the phone of the contract, or the
   * consent of the one who has the account already.
   */
  readonly confirmation: 'none' | 'contractPhone' | 'firstHolder';
  /** After so many months a code is replaced; 0: never by age. */
  readonly codeMonths: number;
}

export const defaultAccessRules: AccessRules = { confirmation: 'none', codeMonths: 12 };
