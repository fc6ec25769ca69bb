import { createHmac } from 'node:crypto';
import { loginDigest } from '../passwords/public.ts';

/** What a code is for. */
export type CodePurpose = 'register' | 'login' | 'recover' | 'confirm' | 'secondFactor' | 'access';

/** Whom and what a code belongs to. */
export interface CodeSubject {
  readonly purpose: CodePurpose;
  readonly userType: 'person' | 'entity' | 'admin';
  /** Phone or e-mail, as it is kept. */
  readonly contact: string;
  /** Account of an entity, or the challenge of a second step. */
  readonly account?: string;
}

function digest(secret: Buffer, parts: readonly string[]): Buffer {
  return createHmac('sha256', secret).update(parts.join('|')).digest();
}

/** The subject of a code: one code at a time stands for it. */
export function subjectDigest(secret: Buffer, { userType, contact, account }: CodeSubject): Buffer {
  return digest(secret, ['subject', userType, account ?? '', contact]);
}

/** The contact alone: for the limits of a phone or e-mail. */
export function contactDigest(secret: Buffer, contact: string): Buffer {
  return digest(secret, ['contact', contact]);
}

/** The code of a subject for one purpose: only this is kept. */
export function codeDigest(secret: Buffer, subject: CodeSubject, code: string): Buffer {
  const { purpose, userType, account, contact } = subject;
  return digest(secret, [purpose, userType, account ?? '', contact, code]);
}

/**
 * The login that a code opens or proves, under which its known networks and its wrong codes are kept: the phone of a person,
 * the account of an entity. Undefined for an e-mail and for the second step, whose challenge has tries of its own.
 */
export function loginOfCode({ purpose, userType, contact, account }: CodeSubject): Buffer | undefined {
  if (purpose === 'secondFactor') return undefined;
  if (purpose === 'access') return loginDigest({ kind: 'access', login: contact });
  if (userType === 'entity' && account !== undefined) return loginDigest({ kind: 'entity', login: account });
  return userType === 'person' && !contact.includes('@')
    ? loginDigest({ kind: 'person', login: contact })
    : undefined;
}
