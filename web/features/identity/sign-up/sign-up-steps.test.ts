import { describe, expect, it, test } from 'vitest';
import { refusedStep } from './refused-step.ts';
import {
  type SignUpEvent,
  type SignUpState,
  signUpReducer,
  signUpSteps,
  startSignUp,
} from './sign-up-steps.ts';

const phone = '+380501110009';
const reduceEvents = (type: 'person' | 'entity', ...events: SignUpEvent[]): SignUpState =>
  events.reduce(signUpReducer, startSignUp(type));
const wait = { seconds: 60, alreadySent: false };
const given: SignUpEvent = { type: 'contactGiven', codeFor: phone, wait };
const proven: SignUpEvent = { type: 'codeProven', code: 'AB3D' };
const refusal = { fields: { phone: { code: 'identity.phoneTaken', text: 'Цей номер уже зареєстровано.' } } };

describe('signUpReducer of a person', () => {
  it('starts with the phone, and with the contract for an entity', () => {
    expect(startSignUp('person').step).toBe('contact');
    expect(startSignUp('entity').step).toBe('contract');
    expect(reduceEvents('entity', { type: 'contractGiven' }).step).toBe('contact');
  });

  it('goes from the phone to the code to the names', () => {
    expect(reduceEvents('person', given)).toMatchObject({ step: 'code', codeFor: phone, wait });
    expect(reduceEvents('person', given, proven)).toMatchObject({ step: 'finish', provenCode: 'AB3D' });
  });

  it('needs a new code after the number is corrected', () => {
    const other: SignUpEvent = { type: 'contactGiven', codeFor: '+380501110008', wait };
    expect(reduceEvents('person', given, proven, { type: 'back' }, other)).toMatchObject({
      step: 'code',
      codeFor: '+380501110008',
      provenCode: '',
    });
  });

  it('needs no new code when the number is unchanged', () => {
    expect(reduceEvents('person', given, { type: 'back' }, given)).toMatchObject({
      step: 'code',
      wait,
    });
    expect(reduceEvents('person', given, proven, { type: 'back' }, given)).toMatchObject({
      step: 'finish',
      provenCode: 'AB3D',
    });
  });

  it('restarts the wait with each new code', () => {
    const again = reduceEvents('person', given, {
      type: 'codeSent',
      wait: { seconds: 90, alreadySent: true },
    });
    expect(again).toMatchObject({ step: 'code', wait: { seconds: 90, alreadySent: true } });
  });

  it('returns to the code step when the code is refused, and allows a new one at once', () => {
    const codeRefusal = { fields: { code: { code: 'identity.codeExpired', text: 'Минув' } } };
    expect(
      reduceEvents('person', given, proven, { type: 'refused', step: 'code', refusal: codeRefusal }),
    ).toMatchObject({
      step: 'code',
      provenCode: '',
      wait: { seconds: 0, alreadySent: false },
      refusal: codeRefusal,
    });
  });

  it('shows a refusal at its earlier step and clears it with the next attempt', () => {
    const returned = reduceEvents('person', given, { type: 'refused', step: 'contact', refusal });
    expect(returned).toMatchObject({ step: 'contact', codeFor: '', refusal });
    expect(signUpReducer(returned, given).refusal).toBeUndefined();
    expect(signUpReducer(returned, { type: 'back' }).refusal).toBeUndefined();
  });
});

test('signUpReducer returns an entity from the contact to the contract', () => {
  const contact = reduceEvents('entity', { type: 'contractGiven' });
  expect(signUpReducer(contact, { type: 'back' }).step).toBe('contract');
});

const fieldSteps = { account: 'contract', email: 'contact', phone: 'contact', password: 'finish' } as const;
const shown = { code: 'field.invalid', text: '' };

test.each([
  [{ account: shown, password: shown }, 'contract'],
  [{ password: shown, phone: shown }, 'contact'],
  [{ password: shown }, 'finish'],
  [{ site: shown }, undefined],
  [{}, undefined],
])('refusedStep of %j is %s', (fields, step) => {
  expect(refusedStep({ fields }, signUpSteps.entity, fieldSteps)).toBe(step);
});
