import { describe, expect, test } from 'vitest';
import { localFailure } from '../../api-failure.ts';
import type { FormField } from '../fields-form.tsx';
import type { CodeWait } from '../sent-code.ts';
import {
  reduceSteps,
  type StepEvent,
  type StepMove,
  type StepState,
  type StepTable,
  sendStep,
  startSteps,
} from './step-table.ts';

type Name = 'contract' | 'contact' | 'code' | 'finish' | 'done';

const field = (name: string): FormField => ({ name, wanted: `wanted ${name}`, show: () => name });
const words = { problems: 'problems', submit: 'submit', busy: 'busy' };
const wait: CodeWait = { seconds: 60, alreadySent: false };
const noWait: CodeWait = { seconds: 0, alreadySent: false };
const refused = localFailure('common.unexpected', 422);
const failure = (code: string, message = code) => ({ ...refused, code, message });
const places = { codes: { wrongCode: 'code', phoneTaken: 'phone', noContract: 'account', weak: 'password' } };

/** A form whose calls answer in order; `asked` collects what codes were asked for. */
function tableOf(
  answers: readonly (ReturnType<typeof failure> | StepMove<Name> | undefined)[] = [],
  requested: CodeWait | ReturnType<typeof failure> = wait,
) {
  const asked: string[] = [];
  const left = [...answers];
  const send = async () => left.shift();
  const table: StepTable<Name> = {
    start: 'contract',
    keepsTyped: true,
    requestCode: async (value) => {
      asked.push(value('phone'));
      return requested;
    },
    steps: {
      contract: { ...words, fields: [field('account')], next: 'contact' },
      contact: {
        ...words,
        fields: [field('phone')],
        codeFor: ['phone'],
        next: 'code',
        back: { to: 'contract', label: 'back' },
      },
      code: {
        ...words,
        fields: [field('code')],
        places,
        restarts: { byEmail: { to: 'contact', typed: { where: 'email' } } },
        resend: { resend: 'again', resendWait: 'in {seconds}', resendReady: 'ready' },
        send,
        next: 'finish',
        back: { to: 'contact', label: 'back' },
      },
      finish: { ...words, fields: [field('password')], places, send, next: 'done' },
      done: { title: 'done', lead: '', end: 'end' },
    },
  };
  return { table, asked };
}

/** Sends steps one after the other; a refusal that stays in its step is not part of the state. */
async function pass(
  table: StepTable<Name>,
  ...inputs: (Record<string, string> | StepEvent<Name>)[]
): Promise<StepState<Name>> {
  let state = startSteps(table);
  for (const input of inputs) {
    const outcome = 'type' in input ? (input as StepEvent<Name>) : await sendStep(table, state, input);
    if (outcome && 'type' in outcome) state = reduceSteps(table, state, outcome);
  }
  return state;
}

const account = { account: '1000000001' };
const phone = { phone: '+380501110009' };
const otherPhone = { phone: '+380501110008' };
const code = { code: 'AB3D' };
const back: StepEvent<Name> = { type: 'back', step: 'contact' };

describe('a form of steps', () => {
  test('begins at its first step and goes on by `next`', async () => {
    const { table, asked } = tableOf();
    expect((await pass(table)).step).toBe('contract');
    expect((await pass(table, account)).step).toBe('contact');
    expect(await pass(table, account, phone)).toMatchObject({ step: 'code', wait });
    expect(await pass(table, account, phone, code)).toMatchObject({
      step: 'finish',
      values: { ...account, ...phone, ...code },
    });
    expect(asked).toEqual([phone.phone, phone.phone]);
  });

  test('goes where the answer leads, with what it adds', async () => {
    const values = { secret: 'JBSW' };
    const move: StepMove<Name> = { to: 'contract', values, wait: { ...wait, seconds: 9 } };
    const state = await pass(tableOf([move]).table, account, phone, code);
    expect(state).toMatchObject({ step: 'contract', wait: { seconds: 9 } });
    expect(state.values).toEqual({ ...account, ...phone, ...code, secret: 'JBSW' });
  });

  test('goes back without a refusal', async () => {
    const { table } = tableOf();
    const contact = await pass(table, account);
    const refused = { ...contact, refusal: { fields: {} } };
    expect(reduceSteps(table, refused, { type: 'back', step: 'contract' })).toEqual({
      ...contact,
      step: 'contract',
      refusal: undefined,
    });
  });

  test('keeps nothing that was typed when it is done', async () => {
    const typed: StepEvent<Name> = { type: 'typed', name: 'password', value: 'secret' };
    const { table } = tableOf([undefined, { to: 'done', values: { cause: 'why' } }]);
    const state = await pass(table, account, phone, code, typed, { password: 'secret' });
    expect(state).toEqual({ ...startSteps(table), step: 'done', values: { cause: 'why' } });
  });

  test('a step without an answer or a next step ends in its place', async () => {
    const { table } = tableOf();
    const { finish } = table.steps;
    const { next: _, ...last } = finish as { next?: Name };
    const ending = { ...table, steps: { ...table.steps, finish: last } } as StepTable<Name>;
    const state = await pass(ending, account, phone, code);
    expect(await sendStep(ending, state, { password: 'secret' })).toBeUndefined();
  });

  test('what is typed anew is no longer what was accepted', async () => {
    const { table } = tableOf();
    const state = await pass(table, account, { type: 'typed', name: 'account', value: '2' });
    expect(state).toMatchObject({ typed: { account: '2' }, values: {} });
  });
});

describe('the code of a form of steps', () => {
  test('is not sent again to the same contact, which stays proven', async () => {
    const { table, asked } = tableOf();
    expect(await pass(table, account, phone, back, phone)).toMatchObject({ step: 'code', wait });
    expect(asked).toHaveLength(1);
    const returned = await pass(table, account, phone, code, back, phone);
    expect(returned).toMatchObject({ step: 'finish', values: code });
    expect(asked).toHaveLength(2);
  });

  test('is sent to another contact, which has to be proven', async () => {
    const { table, asked } = tableOf();
    expect(await pass(table, account, phone, code, back, otherPhone)).toMatchObject({
      step: 'code',
      values: { ...otherPhone, code: '' },
    });
    expect(asked).toEqual([phone.phone, otherPhone.phone]);
  });

  test('is not sent: the refusal stays at the contact', async () => {
    const refused = failure('attemptsExhausted');
    const { table } = tableOf([], refused);
    const state = await pass(table, account);
    const shown = { message: refused.message, code: refused.code, fields: {} };
    expect(await sendStep(table, state, phone)).toEqual(shown);
  });

  test('begins its wait anew with each one sent', async () => {
    const again: StepEvent<Name> = { type: 'codeSent', wait: { seconds: 90, alreadySent: true } };
    const state = await pass(tableOf().table, account, phone, again);
    expect(state).toMatchObject({ step: 'code', wait: again.wait });
  });
});

describe('a refusal of a form of steps', () => {
  test('stays in the step of its field, and without a field', async () => {
    const { table } = tableOf([failure('wrongCode', 'Wrong'), failure('attemptsExhausted', 'Later')]);
    const state = await pass(table, account, phone);
    const fields = { code: { code: 'wrongCode', text: 'Wrong' } };
    expect(await sendStep(table, state, code)).toEqual({ fields });
    const shown = { message: 'Later', code: 'attemptsExhausted', fields: {} };
    expect(await sendStep(table, state, code)).toEqual(shown);
  });

  test('of the code leads back to it, unproven, and another may be asked for at once', async () => {
    const { table } = tableOf([undefined, failure('wrongCode')]);
    expect(await pass(table, account, phone, code, { password: 'secret' })).toMatchObject({
      step: 'code',
      values: { code: '' },
      wait: noWait,
      refusal: { fields: { code: { code: 'wrongCode' } } },
    });
  });

  test('of the contact leads back to it, and the next attempt sends a code', async () => {
    const { table, asked } = tableOf([failure('phoneTaken')]);
    const returned = await pass(table, account, phone, code);
    const refusal = { fields: { phone: { code: 'phoneTaken' } } };
    expect(returned).toMatchObject({ step: 'contact', sentTo: '', refusal });
    const again = await sendStep(table, returned, phone);
    expect(again && 'type' in again && reduceSteps(table, returned, again)).toMatchObject({
      step: 'code',
      refusal: undefined,
    });
    expect(asked).toHaveLength(2);
  });

  test('of an earlier step leaves the contact proven', async () => {
    const { table, asked } = tableOf([undefined, failure('noContract')]);
    const steps = [account, phone, code, { password: 'secret' }];
    expect((await pass(table, ...steps)).step).toBe('contract');
    const { table: same } = tableOf([undefined, failure('noContract')]);
    expect((await pass(same, ...steps, account, phone)).step).toBe('finish');
    expect(asked).toHaveLength(1);
  });

  test('of several fields leads to the first step that has one', async () => {
    const invalid = { code: 'field.invalid', message: '' };
    const issues = ['password', 'phone', 'account'].map((path) => ({ path, ...invalid }));
    const { table } = tableOf([undefined, { ...failure('common.validation'), issues }]);
    expect((await pass(table, account, phone, code, { password: 'secret' })).step).toBe('contract');
  });

  test('of a field that no step has is shown where it came', async () => {
    const issues = [{ path: 'site', code: 'field.invalid', message: 'Unknown' }];
    const { table } = tableOf([{ ...failure('common.validation'), issues }]);
    const state = await pass(table, account, phone);
    const fields = { site: { code: 'field.invalid', text: 'Unknown' } };
    expect(await sendStep(table, state, code)).toEqual({ fields });
  });

  test('may begin the form anew, with something chosen', async () => {
    const { table } = tableOf([failure('byEmail', 'By e-mail')]);
    expect(await pass(table, account, phone, code)).toEqual({
      ...startSteps(table),
      step: 'contact',
      typed: { where: 'email' },
      refusal: { message: 'By e-mail', code: 'byEmail', fields: {} },
    });
  });
});
