import type { InputOf } from '#contract/define-call.ts';
import type { signInAdmin as signInAdminCall } from '#contract/identity/sign-in.ts';
import { type CallResult, fail, succeed } from '#portal/http/call-result.ts';
import type { FieldsOf, PortalServices } from '#portal/http/route.ts';
import type { PublicContext } from '../public-context.ts';
import { signInOrChallenge } from '../second-factor/sign-in-or-challenge.ts';
import { findAdministratorByLogin } from './identity-store.ts';
import { recognise } from './recognise.ts';

/** A login as it is kept: small letters, no spaces around it. */
function tidy(login: string): string {
  return login.trim().toLowerCase();
}

/**
 * An administrator signs in by login and password; whom dualAuth or a second factor of their own asks for a second step
 * gets a challenge. Source: base specification section 7, product.md section 4.
 */
export async function signInAdmin(
  services: PortalServices,
  input: InputOf<typeof signInAdminCall>,
  context: PublicContext,
): Promise<CallResult<FieldsOf<typeof signInAdminCall>>> {
  const { basicAuth: pair } = context;
  const login = tidy(input.login);
  if (pair === undefined || tidy(pair.login) !== login) return fail('identity.badCredentials');
  const { password } = pair;
  const find = () => findAdministratorByLogin(services.db, login);
  const recognition = await recognise(services, { kind: 'admin', login, password, find }, context);
  if (recognition.kind === 'refused') return recognition.failure;
  const { identityId, proof, attempt } = recognition;
  const who = { identityId, type: 'admin' } as const;
  const entrance = await signInOrChallenge(services, who, proof, context, attempt);
  return entrance.kind === 'entered' ? succeed({ user: entrance.fields.user }) : entrance.failure;
}
