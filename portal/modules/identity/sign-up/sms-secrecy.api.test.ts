import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { makeCodeCaller, newPhone, wrongCode } from '#portal/testing/callers/code-caller.ts';
import { makeIdentity } from '#portal/testing/callers/make-identity.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { stateOfMessageTo } from '#portal/testing/message-state.ts';

const register = { action: 'register' } as const;
const login = { action: 'login' } as const;
const recover = { action: 'recover' } as const;
const confirm = { action: 'confirm' } as const;

const cabinet = provideTestApp({ hasSupplier: true });
const codes = makeCodeCaller(cabinet);

describe('nobody learns who is known', () => {
  /** Written down by timers beside the calls, whenever it suits them. */
  const records = /portal\.(api_call|fm_call|error_log)/;

  /** The statements of the portal, its jobs and the billing that a call made, in order, without their values. */
  async function statementsOf(call: () => Promise<unknown>): Promise<string[]> {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    await call();
    const texts = query.mock.calls.map(([first]: readonly unknown[]) =>
      typeof first === 'string' ? first : String(Reflect.get(first as object, 'text')),
    );
    query.mockRestore();
    return texts.filter((text) => /portal\.|billing\.|graphile_worker\./.test(text) && !records.test(text));
  }

  test.each([register, login, recover, confirm])(
    'asking for a code to $action does the same work',
    async (request) => {
      const [known, unknown] = [newPhone(), newPhone()];
      await makeIdentity(cabinet, known);
      // Statements are prepared by now.
      await codes.ask(newPhone(), request);
      const forKnown = await statementsOf(() => codes.ask(known, request));
      const forUnknown = await statementsOf(() => codes.ask(unknown, request));
      expect(forKnown.length).toBeGreaterThan(0);
      expect(forUnknown).toEqual(forKnown);
    },
  );

  test.each([register, login, recover, confirm])(
    'a wrong code to $action is judged by the same work',
    async (request) => {
      const [known, unknown] = [newPhone(), newPhone()];
      await makeIdentity(cabinet, known);
      const wrong = wrongCode(await codes.receive(known, request));
      const alsoWrong = wrongCode(await codes.receive(unknown, request));
      // What is kept for a while, as the tariffs of the supplier's answer, is read by now.
      await codes.give(newPhone(), wrong, request);
      const forKnown = await statementsOf(() => codes.give(known, wrong, request));
      const forUnknown = await statementsOf(() => codes.give(unknown, alsoWrong, request));
      expect(forKnown.length).toBeGreaterThan(0);
      expect(forUnknown).toEqual(forKnown);
    },
  );

  test.each([login, recover])(
    'a code to $action is sent only to somebody who is known, and the answer is the same',
    async (request) => {
      const [known, unknown, blocked] = [newPhone(), newPhone(), newPhone()];
      await makeIdentity(cabinet, known);
      await makeIdentity(cabinet, blocked, { blocked: true });
      const answers = [];
      for (const phone of [known, unknown, blocked]) answers.push((await codes.ask(phone, request)).body);
      expect(answers[1]).toEqual(answers[0]);
      expect(answers[2]).toEqual(answers[0]);
      await cabinet.deliverMessages();
      expect(await stateOfMessageTo(cabinet, known)).toBe('sent');
      expect(await stateOfMessageTo(cabinet, unknown)).toBe('withheld');
      // By the code they are told that they are blocked.
      expect(await stateOfMessageTo(cabinet, blocked)).toBe('sent');
    },
  );

  test.each([register, confirm])('a code to $action is sent to anybody', async (request) => {
    const phone = newPhone();
    await codes.ask(phone, request);
    await cabinet.deliverMessages();
    expect(await stateOfMessageTo(cabinet, phone)).toBe('sent');
  });

  test('a code of recovery goes to an e-mail only when it was confirmed', async () => {
    const [confirmed, unconfirmed] = ['right@example.test', 'unsure@example.test'];
    await makeIdentity(cabinet, newPhone(), { email: confirmed, emailConfirmed: true });
    await makeIdentity(cabinet, newPhone(), { email: unconfirmed });
    const answers = [];
    for (const email of [confirmed, unconfirmed]) answers.push((await codes.ask(email, recover)).body);
    expect(answers[1]).toEqual(answers[0]);
    await cabinet.deliverMessages();
    expect(await stateOfMessageTo(cabinet, confirmed)).toBe('sent');
    expect(await stateOfMessageTo(cabinet, unconfirmed)).toBe('withheld');
  });

  test('a code of recovery goes to an entity only for its own account', async () => {
    const [phone, stranger] = [newPhone(), newPhone()];
    await makeIdentity(cabinet, phone, { type: 'entity', account: '1000000077' });
    const request = { ...recover, userType: 'entity', account: '1000000077' } as const;
    await codes.ask(phone, request);
    await codes.ask(stranger, request);
    await cabinet.deliverMessages();
    expect(await stateOfMessageTo(cabinet, phone)).toBe('sent');
    expect(await stateOfMessageTo(cabinet, stranger)).toBe('withheld');
  });
});
