import { expect, it } from 'vitest';
import { isCodeSentTo, type RecoverEvent, recoverReducer, startRecover } from './recover.tsx';

const owner = { userType: 'person', phone: '+380501110001' } as const;
const wait = { seconds: 60, alreadySent: false };
const sent: RecoverEvent = { type: 'codeSent', owner, wait };
const proven: RecoverEvent = { type: 'codeProven', code: 'AB3D' };
const reduceEvents = (...events: RecoverEvent[]) => events.reduce(recoverReducer, startRecover);

it('recoverReducer goes from the contact to the code to the password', () => {
  expect(reduceEvents(sent)).toMatchObject({ step: 'code', owner, wait });
  expect(reduceEvents(sent, proven)).toMatchObject({ step: 'password', provenCode: 'AB3D' });
});

it('recoverReducer clears all data when the password is saved', () => {
  expect(reduceEvents(sent, proven, { type: 'saved' })).toEqual({ ...startRecover, step: 'done' });
});

it('recoverReducer needs no new code when the user returns to the same contact', () => {
  expect(reduceEvents(sent, { type: 'back' }, { type: 'codeAwaited' })).toMatchObject({
    step: 'code',
    owner,
    wait,
  });
  expect(reduceEvents(sent, proven, { type: 'back' }, { type: 'codeAwaited' }).step).toBe('password');
});

it.each([
  [owner, true],
  [{ ...owner, phone: '+380501110002' }, false],
  [{ userType: 'person', email: 'a@b.ua' }, false],
  [{ userType: 'entity', phone: owner.phone, account: '1000000001' }, false],
] as const)('isCodeSentTo %j is %s', (requested, expected) => {
  expect(isCodeSentTo(reduceEvents(sent), requested)).toBe(expected);
  expect(isCodeSentTo(startRecover, requested)).toBe(false);
});

it('recoverReducer needs a new code for another contact', () => {
  const other: RecoverEvent = {
    type: 'codeSent',
    owner: { ...owner, phone: '+380501110002' },
    wait,
  };
  expect(reduceEvents(sent, proven, { type: 'back' }, other)).toMatchObject({ step: 'code', provenCode: '' });
});

it('recoverReducer returns to the code step until a new code is sent when the code is refused', () => {
  const refusal = { fields: { code: { code: 'identity.codeExpired', text: 'Термін дії коду минув.' } } };
  const returned = reduceEvents(sent, proven, { type: 'codeRefused', refusal });
  expect(returned).toMatchObject({
    step: 'code',
    provenCode: '',
    wait: { seconds: 0, alreadySent: false },
    refusal,
  });
  expect(recoverReducer(returned, sent).refusal).toBeUndefined();
});

it('recoverReducer starts again with the reason when the phone is refused', () => {
  const refusal = { message: 'by e-mail', fields: {} };
  expect(reduceEvents(sent, { type: 'emailNeeded', refusal })).toEqual({ ...startRecover, refusal });
});
