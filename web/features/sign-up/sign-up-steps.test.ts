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
const walk = (type: 'person' | 'entity', ...events: SignUpEvent[]): SignUpState =>
  events.reduce(signUpReducer, startSignUp(type));
const given: SignUpEvent = { type: 'contactGiven', codeFor: phone, resendAfterSeconds: 60 };
const proven: SignUpEvent = { type: 'codeProven', code: 'AB3D' };
const refusal = { fields: { phone: { code: 'identity.phoneTaken', text: 'Цей номер уже зареєстровано.' } } };

describe('a person', () => {
  it('begins with the phone, an entity with its contract', () => {
    expect(startSignUp('person').step).toBe('contact');
    expect(startSignUp('entity').step).toBe('contract');
    expect(walk('entity', { type: 'contractGiven' }).step).toBe('contact');
  });

  it('goes from the phone to the code and on to the names', () => {
    expect(walk('person', given)).toMatchObject({ step: 'code', codeFor: phone, resendAfterSeconds: 60 });
    expect(walk('person', given, proven)).toMatchObject({ step: 'finish', provenCode: 'AB3D' });
  });

  it('who corrects the number gets a code to the new one', () => {
    const other: SignUpEvent = { type: 'contactGiven', codeFor: '+380501110008', resendAfterSeconds: 60 };
    expect(walk('person', given, proven, { type: 'back' }, other)).toMatchObject({
      step: 'code',
      codeFor: '+380501110008',
      provenCode: '',
    });
  });

  it('who goes back and leaves the number as it was need not get another code', () => {
    expect(walk('person', given, { type: 'back' }, given)).toMatchObject({
      step: 'code',
      resendAfterSeconds: 60,
    });
    expect(walk('person', given, proven, { type: 'back' }, given)).toMatchObject({
      step: 'finish',
      provenCode: 'AB3D',
    });
  });

  it('each new code lets the wait begin anew', () => {
    const again = walk('person', given, { type: 'codeSent', resendAfterSeconds: 90 });
    expect(again).toMatchObject({ step: 'code', resendAfterSeconds: 90 });
  });

  it('a code that is taken no more leads back to its field, and a new one may be asked for at once', () => {
    const codeRefusal = { fields: { code: { code: 'identity.codeExpired', text: 'Минув' } } };
    expect(
      walk('person', given, proven, { type: 'refused', step: 'code', refusal: codeRefusal }),
    ).toMatchObject({
      step: 'code',
      provenCode: '',
      resendAfterSeconds: 0,
      refusal: codeRefusal,
    });
  });

  it('a refusal of an earlier step is shown there, and is gone with the next try', () => {
    const led = walk('person', given, { type: 'refused', step: 'contact', refusal });
    expect(led).toMatchObject({ step: 'contact', codeFor: '', refusal });
    expect(signUpReducer(led, given).refusal).toBeUndefined();
    expect(signUpReducer(led, { type: 'back' }).refusal).toBeUndefined();
  });
});

test('an entity goes back from the contact to the contract', () => {
  const contact = walk('entity', { type: 'contractGiven' });
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
])('the refusal of %j leads to the step %s', (fields, step) => {
  expect(refusedStep({ fields }, signUpSteps.entity, fieldSteps)).toBe(step);
});
