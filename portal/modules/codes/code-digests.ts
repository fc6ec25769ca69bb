import { createHmac } from 'node:crypto';
import type { KeyRing } from '#platform/key-ring.ts';
import type { Keys } from '#portal/keys.ts';
import { loginDigest } from './attempts.ts';

/** Purpose of a code. */
export type CodePurpose = 'register' | 'login' | 'recover' | 'confirm' | 'secondFactor' | 'access';

/** Subject of a code. */
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

/** The keys of digests of codes. A code is issued by the current one, and good by each until it expires. */
export function codeRing({ messages }: Pick<Keys, 'messages'>): KeyRing {
  return messages.derive('codes');
}

/** Key of a subject: one code at a time is valid for it. */
export function subjectDigest(secret: Buffer, { userType, contact, account }: CodeSubject): Buffer {
  return digest(secret, ['subject', userType, account ?? '', contact]);
}

/** Key of the contact alone, for its limits. */
export function contactDigest(secret: Buffer, contact: string): Buffer {
  return digest(secret, ['contact', contact]);
}

/** Digest of a code for one subject and purpose: the only stored form. */
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
