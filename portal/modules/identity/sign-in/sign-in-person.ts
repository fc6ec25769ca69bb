import type { InputOf } from '#contract/define-call.ts';
import type { signInPerson as signInPersonCall } from '#contract/identity/sign-in.ts';
import { parsePhone } from '#domain/identifiers/phone.ts';
import { type CallResult, fail, succeed } from '#portal/http/call-result.ts';
import type { FieldsOf, PortalServices } from '#portal/http/route.ts';
import type { PublicContext } from '../public-context.ts';
import { signInOrChallenge } from '../second-factor/sign-in-or-challenge.ts';
import { findPersonByPhone } from './identity-store.ts';
import { recognise } from './recognise.ts';

/**
 * A person signs in by phone and password; the pair is of the payload's phone. Source: base specification section 7,
 * product.md section 4.
 */
export async function signInPerson(
  services: PortalServices,
  { phone }: InputOf<typeof signInPersonCall>,
  context: PublicContext,
): Promise<CallResult<FieldsOf<typeof signInPersonCall>>> {
  const { basicAuth: pair } = context;
  if (pair === undefined || parsePhone(pair.login) !== phone) return fail('identity.badCredentials');
  const { password } = pair;
  const find = () => findPersonByPhone(services.db, phone);
  const recognition = await recognise(services, { kind: 'person', login: phone, password, find }, context);
  if (recognition.kind === 'refused') return recognition.failure;
  const { identityId, proof, attempt } = recognition;
  const who = { identityId, type: 'person' } as const;
  const entrance = await signInOrChallenge(services, who, proof, context, attempt);
  return entrance.kind === 'entered' ? succeed(entrance.fields) : entrance.failure;
}
