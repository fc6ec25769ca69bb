import { shippedLegalVersion } from '#contract/values/legal-keys.ts';
import { callProduct } from './call-product.ts';
import { outboxCode } from './outbox-code.ts';
import { samplePassword } from './sample-users.ts';

/** A cabinet of a new person with the password of the sample, by the calls of the sign-up; throws when one is refused. */
export async function makeCabinet(
  productUrl: string,
  login: string,
  codeTo = (contact: string) => outboxCode(productUrl, contact),
): Promise<void> {
  const post = async (path: string, password: string, payload: object) => {
    const answer = await callProduct(productUrl, path, payload, { login, password });
    if (answer.status !== 'success') throw new Error(`${login}: ${JSON.stringify(answer)}`);
  };
  await post('/api/auth/sms', '', { phone: login, action: 'register', userType: 'person' });
  await post('/api/apply-agreements', samplePassword, {
    surname: 'Ткаченко',
    name: 'Ганна',
    middle_n: 'Петрівна',
    phone: login,
    email: 'hanna@example.com',
    code: await codeTo(login),
    consentVersion: shippedLegalVersion,
  });
}
