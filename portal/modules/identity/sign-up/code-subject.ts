import type { CodePurpose, CodeSubject } from '#portal/modules/codes/public.ts';

/**
 * Whom a code of an action belongs to. A code of recovery belongs to the account of an entity too, because one phone may
 * stand for several entities; a code that proves a contact belongs to the contact alone.
 */
export function subjectOf<P extends CodePurpose>(
  purpose: P,
  owner: {
    readonly userType: CodeSubject['userType'];
    readonly contact: string;
    readonly account?: string | undefined;
  },
): CodeSubject & { readonly purpose: P } {
  const { userType, contact, account } = owner;
  const bound = purpose === 'recover' && userType === 'entity' && account !== undefined;
  return { purpose, userType, contact, ...(bound && { account }) };
}
