import type { AdminRole } from '#contract/identity/admin-roles.ts';
import type { CompanyArea } from '#contract/identity/company-roles.ts';

/** 'staff': every administrator; 'staff billing+operator': those with one of the roles, and owners. */
export type ExpectedAudience =
  | 'everyone'
  | 'signedIn'
  | 'person'
  | 'entity'
  | 'customer'
  | 'staff'
  | `staff ${AdminRole}`
  | `staff ${AdminRole}+${AdminRole}`
  | `staff ${AdminRole}+${AdminRole}+${AdminRole}`;

/**
 * An area: of people of a company and of programs, those with rights in it. 'changes': it changes something, else it reads.
 * 'account': of an account of the caller only. 'ofPoints': also for who is limited to metering points. 'viewed': also for staff who
 * see the cabinet as its customer.
 */
type Fact = CompanyArea | 'changes' | 'account' | 'ofPoints' | 'viewed';

/** Who may make a call. Written by hand: a declaration that differs from it is found. */
export type ExpectedCall = readonly [path: string, audience: ExpectedAudience, ...facts: readonly Fact[]];

export type ExpectedConcepts = Readonly<Record<string, readonly ExpectedCall[]>>;
