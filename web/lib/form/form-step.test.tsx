import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { expectAlert, fieldById, submitForm } from '#web/testing/render.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { type ApiFailure, localFailure } from '../api-failure.ts';
import type { FormField } from './fields-form.tsx';
import { codeField, FormStep, FormSteps } from './form-step.tsx';
import type { CodeWait } from './sent-code.ts';
import type { Step } from './steps/step-table.ts';

type Name = 'contact' | 'code' | 'name' | 'done';

const field = (name: string): FormField => ({
  name,
  wanted: `Enter ${name}`,
  read: (typed) => typed.trim(),
  check: (value) => (value === '' ? { code: 'field.required' } : undefined),
  show: (control) => <TextField {...control} label={name} />,
});
const words = { problems: 'Please check', submit: 'Send', busy: 'Sending' };
const refused = localFailure('common.unexpected', 422);
const refusedWith = (code: string): ApiFailure => ({ ...refused, code, message: code });

interface Calls {
  requestCode: (phone: string) => Promise<CodeWait | ApiFailure>;
  proveCode: (phone: string, code: string) => Promise<ApiFailure | undefined>;
  save: (name: string, code: string) => Promise<ApiFailure | undefined>;
}

/** Renders a form of contact, code and name on a card. */
function renderSteps(
  given: Partial<Calls> = {},
  extra: Partial<Step<Name>> = {},
): { user: UserEvent; calls: Calls } {
  const calls: Calls = {
    requestCode: vi.fn(async () => ({ seconds: 0, alreadySent: false })),
    proveCode: vi.fn(async () => undefined),
    save: vi.fn(async () => undefined),
    ...given,
  };
  const places = { codes: { phoneTaken: 'phone', wrongCode: 'code' } };
  render(
    <FormSteps<Name>
      start="contact"
      keepsTyped
      requestCode={(value) => calls.requestCode(value('phone'))}
      card={{ suffix: 'Svitlo', progress: 'Step {step} of {steps}', foot: 'Foot' }}
      steps={{
        contact: { ...words, title: 'Contact', fields: [field('phone')], codeFor: ['phone'], next: 'code' },
        code: {
          ...words,
          title: 'Code',
          lead: ({ value }) => `Sent to ${value('phone')}`,
          fields: [codeField({ name: 'code', label: 'code' })],
          resend: { resend: 'Send again', resendWait: 'in {seconds} s', resendReady: 'Ready' },
          places,
          send: (value) => calls.proveCode(value('phone'), value('code')),
          next: 'name',
          back: { to: 'contact', label: 'Another phone' },
          ...extra,
        },
        name: {
          ...words,
          title: 'Name',
          fields: [field('surname')],
          places,
          send: (value) => calls.save(value('surname'), value('code')),
          next: 'done',
          back: { to: 'contact', label: 'Back' },
        },
        done: { title: 'Done', lead: 'All saved', end: <a href="/home">Home</a> },
      }}
    />,
  );
  return { user: userEvent.setup({ delay: null }), calls };
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

async function expectHeading(name: string): Promise<void> {
  const title = await heading(name);
  await waitFor(() => expect(document.activeElement).toBe(title));
}

async function expectSummary(words: string): Promise<void> {
  const summary = await screen.findByRole('alert');
  await waitFor(() => expect(summary.textContent).toContain(words));
  expect(document.activeElement).toBe(summary);
}

describe('FormSteps', () => {
  test('goes from step to step; each heading takes the focus, and the position is announced', async () => {
    const { user, calls } = renderSteps();
    await heading('Contact');
    screen.getByText('Step 1 of 3');
    await submitForm(user, { phone: ' 501110001 ' });
    await expectHeading('Code');
    screen.getByText('Step 2 of 3');
    screen.getByText('Sent to 501110001');
    await submitForm(user, { code: 'ab3d' });
    await expectHeading('Name');
    await submitForm(user, { surname: 'Lisova' });
    await expectHeading('Done');
    expect(screen.queryByText('Foot')).toBeNull();
    screen.getByText('All saved');
    expect(screen.getByRole('link').textContent).toBe('Home');
    expect(calls.save).toHaveBeenCalledExactlyOnceWith('Lisova', 'AB3D');
  });

  test('the first field takes the focus where the step says so', async () => {
    const { user } = renderSteps({}, { takesFocus: true });
    await submitForm(user, { phone: '501110001' });
    await waitFor(async () => expect(document.activeElement).toBe(await fieldById('code')));
  });

  test('is busy until the answer, and sends once', async () => {
    const requestCode = vi.fn(() => new Promise<never>(() => undefined));
    const { user } = renderSteps({ requestCode });
    await submitForm(user, { phone: '501110001' });
    const button = await screen.findByRole('button', { name: 'Sending' });
    expect(button.getAttribute('aria-busy')).toBe('true');
    await user.click(button);
    expect(requestCode).toHaveBeenCalledOnce();
  });

  test('shows no network, and keeps what was typed', async () => {
    const proveCode = vi.fn().mockRejectedValue(new TypeError('Failed to fetch'));
    const { user } = renderSteps({ proveCode });
    await submitForm(user, { phone: '501110001' });
    await submitForm(user, { code: 'AB3D' });
    await expectSummary(commonMessages['common.network']);
    expect((await fieldById('code')).value).toBe('AB3D');
  });

  test('leads back to the step of the refused field, with what was typed', async () => {
    const { user } = renderSteps({ save: async () => refusedWith('phoneTaken') });
    await submitForm(user, { phone: '501110001' });
    await submitForm(user, { code: 'AB3D' });
    await submitForm(user, { surname: 'Lisova' });
    await heading('Contact');
    await expectSummary('phoneTaken');
    expect((await fieldById('phone')).value).toBe('501110001');
    await submitForm(user, { phone: '501110002' });
    await submitForm(user, { code: 'AB3D' });
    expect((await fieldById('surname')).value).toBe('Lisova');
  });

  test('has the code sent again, not before its time, and says why it was not', async () => {
    const requestCode = vi
      .fn<Calls['requestCode']>()
      .mockResolvedValueOnce({ seconds: 0, alreadySent: false })
      .mockResolvedValueOnce(refusedWith('attemptsExhausted'))
      .mockResolvedValueOnce({ seconds: 60, alreadySent: false });
    const { user } = renderSteps({ requestCode });
    await submitForm(user, { phone: '501110001' });
    const again = () => screen.findByRole('button', { name: 'Send again' });
    await user.click(await again());
    await screen.findByText('attemptsExhausted');
    await user.click(await again());
    await screen.findByText('in 60 s');
    expect(screen.queryByText('attemptsExhausted')).toBeNull();
    await user.click(await again());
    expect(requestCode).toHaveBeenCalledTimes(3);
  });
});

describe('codeField', () => {
  const renderCode = (given: Partial<Parameters<typeof codeField>[0]> = {}) => {
    const answers: ((failure: ApiFailure) => void)[] = [];
    const send = vi.fn(() => new Promise<ApiFailure>((resolve) => answers.push(resolve)));
    const expectRefused = async (times = 1) => {
      await waitFor(() => expect(send).toHaveBeenCalledTimes(times));
      await act(async () => answers.at(-1)?.(refusedWith('wrongCode')));
      await expectAlert('wrongCode');
    };
    const code = codeField({ name: 'code', label: 'code', isNumeric: true, isAlone: true, ...given });
    render(<FormStep {...words} fields={[code]} send={send} places={{ codes: { wrongCode: 'code' } }} />);
    return { user: userEvent.setup({ delay: null }), send, expectRefused };
  };
  afterEach(() => {
    Reflect.deleteProperty(window, 'OTPCredential');
    vi.unstubAllGlobals();
  });

  test('of digits has the keyboard of digits, and the fourth sends the form, once', async () => {
    const { user, send, expectRefused } = renderCode();
    const field = await fieldById('code');
    expect([field.inputMode, field.autocomplete]).toEqual(['numeric', 'one-time-code']);
    await user.type(field, '407');
    expect(send).not.toHaveBeenCalled();
    await user.type(field, '1');
    await expectRefused();
    expect(field.value).toBe('4071');
    // The next one is typed after the wrong one.
    await user.type(field, '4072');
    await expectRefused(2);
    expect(field.value).toBe('4072');
  });

  test.each([
    ['with letters', { isNumeric: false }, 'text'],
    ['beside other fields', { isAlone: false }, 'numeric'],
  ])('%s waits for the button', async (_, given, keyboard) => {
    const { user, expectRefused } = renderCode(given);
    const field = await fieldById('code');
    expect(field.inputMode).toBe(keyboard);
    await user.type(field, '4071');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await expectRefused();
  });

  test('is read from the SMS where the browser does, and the form goes on; left, it no longer asks', async () => {
    const { promise, resolve } = Promise.withResolvers<{ code: string }>();
    const get = vi.fn((_: { otp: object; signal: AbortSignal }) => promise);
    Object.assign(window, { OTPCredential: class {} });
    vi.stubGlobal('navigator', { ...navigator, credentials: { get } });
    const { expectRefused } = renderCode();
    await fieldById('code');
    const asked = get.mock.calls[0]?.[0];
    expect(asked?.otp).toEqual({ transport: ['sms'] });
    resolve({ code: '4071' });
    await expectRefused();
    expect((await fieldById('code')).value).toBe('4071');
    cleanup();
    expect(asked?.signal.aborted).toBe(true);
  });

  test('that the browser does not read is typed', async () => {
    Object.assign(window, { OTPCredential: class {} });
    const get = () => Promise.reject(new DOMException('', 'AbortError'));
    vi.stubGlobal('navigator', { ...navigator, credentials: { get } });
    const { user, expectRefused } = renderCode();
    await user.type(await fieldById('code'), '4071');
    await expectRefused();
  });
});

test('FormStep checks a field with the values of the others, keeps what was typed, and shows no heading of its own', async () => {
  const send = vi.fn(async () => undefined);
  const same: FormField = {
    ...field('copy'),
    check: (value, others) =>
      value === others('phone') ? undefined : { code: 'field.invalid', text: 'Not the same' },
  };
  render(<FormStep {...words} fields={[field('phone'), same]} send={send} />);
  const user = userEvent.setup({ delay: null });
  await submitForm(user, { phone: '1', copy: '2' });
  await expectAlert('Enter copy');
  screen.getByText('Not the same');
  expect((await fieldById('phone')).value).toBe('1');
  expect((await fieldById('copy')).value).toBe('2');
  await submitForm(user, { phone: ' 2', copy: '2' });
  await waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(screen.queryByRole('heading')).toBeNull();
});
