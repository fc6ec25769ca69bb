/** What an account is billed by; all but 'normal' are charged by people. */
export type BillingCondition = 'normal' | 'callCentre' | 'contractChanges' | 'specialGroup';
