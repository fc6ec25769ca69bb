import { ENTITY_PROVE } from '#billing/api/customers.ts';
import type { InputOf } from '#contract/define-call.ts';
import type { signInEntity as signInEntityCall } from '#contract/identity/sign-in.ts';
import { parseAccountNumber } from '#domain/identifiers/account-number.ts';
import { type CallResult, fail, succeed } from '#portal/http/call-result.ts';
import type { FieldsOf, PortalServices } from '#portal/http/route.ts';
import { markSucceeded } from '#portal/modules/codes/public.ts';
import { takeUpAccounts } from '../../accounts/public.ts';
import type { PublicContext } from '../public-context.ts';
import { signInOrChallenge } from '../second-factor/sign-in-or-challenge.ts';
import { findEntityByAccount } from './identity-store.ts';
import { recognise } from './recognise.ts';

/**
 * A legal entity signs in by account, password and unique code. The billing back end is asked for the code at every
 * sign-in, also of an account that nobody has here (decision 0019); which of the three was wrong is not told, nor that the
 * contract has ended. Accounts that the customer gained since come into the cabinet. Source: base specification section 7,
 * product.md section 4.
 */
export async function signInEntity(
  services: PortalServices,
  { account, unique_code: uniqueCode }: InputOf<typeof signInEntityCall>,
  context: PublicContext,
): Promise<CallResult<FieldsOf<typeof signInEntityCall>>> {
  const { db } = services;
  const { basicAuth: pair, billing } = context;
  if (pair === undefined || parseAccountNumber(pair.login) !== account)
    return fail('identity.badCredentials');
  let accountNumbers: readonly string[] = [];
  const recognition = await recognise(
    services,
    {
      kind: 'entity',
      login: account,
      password: pair.password,
      find: () => findEntityByAccount(db, account),
      async alsoProve() {
        const proof = await billing(ENTITY_PROVE, { accountNumber: account, uniqueCode, edrpou: null });
        if (!proof.ok) return false;
        ({ accountNumbers } = proof.data);
        return proof.data.hasContract;
      },
    },
    context,
  );
  if (recognition.kind === 'refused') return recognition.failure;
  const { identityId } = recognition;
  await markSucceeded(db, recognition.attempt);
  await takeUpAccounts(db, identityId, accountNumbers);
  const entrance = await signInOrChallenge(
    services,
    { identityId, type: 'entity' },
    recognition.proof,
    context,
  );
  return entrance.kind === 'entered' ? succeed(entrance.fields) : entrance.failure;
}
