import { expect, it } from 'vitest';
import { isAwaited, type RecoverEvent, recoverReducer, startRecover } from './recover-steps.ts';

const owner = { userType: 'person', phone: '+380501110001' } as const;
const sent: RecoverEvent = { type: 'codeSent', owner, resendAfterSeconds: 60 };
const proven: RecoverEvent = { type: 'codeProven', code: 'AB3D' };
const walk = (...events: RecoverEvent[]) => events.reduce(recoverReducer, startRecover);

it('the way goes from the contact over the code to the password', () => {
  expect(walk(sent)).toMatchObject({ step: 'code', owner, resendAfterSeconds: 60 });
  expect(walk(sent, proven)).toMatchObject({ step: 'password', provenCode: 'AB3D' });
});

it('when the password is saved, nothing of the way is kept', () => {
  expect(walk(sent, proven, { type: 'saved' })).toEqual({ ...startRecover, step: 'done' });
});

it('who goes back to the same contact need not get another code', () => {
  expect(walk(sent, { type: 'back' }, { type: 'codeAwaited' })).toMatchObject({
    step: 'code',
    owner,
    resendAfterSeconds: 60,
  });
  expect(walk(sent, proven, { type: 'back' }, { type: 'codeAwaited' }).step).toBe('password');
});

it.each([
  [owner, true],
  [{ ...owner, phone: '+380501110002' }, false],
  [{ userType: 'person', email: 'a@b.ua' }, false],
  [{ userType: 'entity', phone: owner.phone, account: '1000000001' }, false],
] as const)('a code for %j is on its way: %s', (asked, awaited) => {
  expect(isAwaited(walk(sent), asked)).toBe(awaited);
  expect(isAwaited(startRecover, asked)).toBe(false);
});

it('a code to another contact is not proven by the first', () => {
  const other: RecoverEvent = {
    type: 'codeSent',
    owner: { ...owner, phone: '+380501110002' },
    resendAfterSeconds: 60,
  };
  expect(walk(sent, proven, { type: 'back' }, other)).toMatchObject({ step: 'code', provenCode: '' });
});

it('a code that is taken no more leads back to its field until a new one is sent', () => {
  const refusal = { fields: { code: { code: 'identity.codeExpired', text: 'Термін дії коду минув.' } } };
  const led = walk(sent, proven, { type: 'codeRefused', refusal });
  expect(led).toMatchObject({ step: 'code', provenCode: '', resendAfterSeconds: 0, refusal });
  expect(recoverReducer(led, sent).refusal).toBeUndefined();
});

it('whom the phone will not do begins anew, told why', () => {
  const refusal = { message: 'by e-mail', fields: {} };
  expect(walk(sent, { type: 'emailNeeded', refusal })).toEqual({ ...startRecover, refusal });
});
