/** Billing mode of an account; all but 'normal' are charged manually. */
export type BillingCondition = 'normal' | 'callCentre' | 'contractChanges' | 'specialGroup';
