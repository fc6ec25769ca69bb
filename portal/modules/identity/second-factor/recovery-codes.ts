import { createHmac, randomInt } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { confirmationAlphabet } from '#domain/identifiers/confirmation-code.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { type KeyRing, prependKeyId } from '#platform/key-ring.ts';

const codeCount = 8;
/** Two parts of signs of confirmation codes: 50 bits in a code. */
const partLength = 5;

/** Length of a recovery code without its dash. */
export const recoveryCodeLength = 2 * partLength;

function newPart(): string {
  const sign = () => confirmationAlphabet[randomInt(confirmationAlphabet.length)];
  return Array.from({ length: partLength }, sign).join('');
}

/** Digests of a code by each key, the current one first; each begins with the id of its key. */
function digestsOf(factors: KeyRing, identityId: string, code: string): Buffer[] {
  return factors
    .derive('recovery-codes')
    .keys.map(({ id, secret }) =>
      prependKeyId(id, createHmac('sha256', secret).update(`${identityId}|${code}`).digest()),
    );
}

/** Eight new recovery codes, 'XXXXX-XXXXX', and what is kept of them: only digests, so that the answer shows them once. */
export function newRecoveryCodes(
  factors: KeyRing,
  identityId: string,
): { readonly codes: string[]; readonly digests: readonly Buffer[] } {
  const codes = Array.from({ length: codeCount }, () => [newPart(), newPart()]);
  const digests = codes.flatMap((parts) => digestsOf(factors, identityId, parts.join('')).slice(0, 1));
  return { codes: codes.map((parts) => parts.join('-')), digests };
}

/** SQL that spends a recovery code: a row 'right' unless it is none of the identity's or was used. `code` is without its dash. */
export function recoveryCodeSpending(
  factors: KeyRing,
  { identityId, code }: { readonly identityId: string; readonly code: string },
  now: Instant,
): RawBuilder<unknown> {
  return sql`
    update portal.recovery_code set used_at = ${instantToIso(now)}::timestamptz
     where identity_id = ${identityId}::uuid and code_digest = any(${digestsOf(factors, identityId, code)}::bytea[])
       and used_at is null
    returning 'right'::text as verdict
  `;
}
