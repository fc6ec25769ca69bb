import { expect } from 'vitest';
import type { Instant } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { newPhone } from '#portal/testing/callers/code-caller.ts';
import { lastCodeTo } from '#portal/testing/callers/last-code.ts';
import { type TestApp, testKeys } from '#portal/testing/start-test-app.ts';
import { clearFailures } from '../attempts.ts';
import { type CodeAsk, issueCode } from '../issue-code.ts';
import { tryCode } from '../try-code.ts';
import type { CodeStage } from '../try-rules.ts';

/** When the test server begins; default time of a request for a code. */
export const start = Date.parse('2026-11-20T10:00:00Z');

type Changes = Partial<CodeAsk>;

/** Default request: a code to sign in by, of a person at one address. */
export function asking(contact: string, changes: Changes = {}): CodeAsk {
  return {
    purpose: 'login',
    userType: 'person',
    contact,
    condition: 'always',
    address: '192.0.2.1',
    ...changes,
  };
}

/** Codes asked for and tried without the calls, at a moment of the test's choice; default: no limits of addresses. */
export function codeCalls(cabinet: () => TestApp) {
  function services(codesPerAddress = 0, codesPerMinute = 0, codesWithoutWork = 0) {
    const publicUrl = 'https://svitlo.example';
    const config = { publicUrl, codesPerAddress, codesPerMinute, codesWithoutWork } as Parameters<
      typeof issueCode
    >[0]['config'];
    return {
      db: cabinet().portalDb,
      config,
      keys: testKeys,
    };
  }

  function issue(contact: string, changes: Changes = {}, at = start, codesPerAddress = 0) {
    return issueCode(services(codesPerAddress), asking(contact, changes), at as Instant);
  }

  return {
    services,
    issue,
    async receive(contact: string, changes: Changes = {}, at = start): Promise<string> {
      expect(await issue(contact, changes, at)).toMatchObject({ kind: 'sent' });
      return lastCodeTo(cabinet(), contact);
    },
    attempt(contact: string, code: string, changes: Changes = {}, stage: CodeStage = 'use', at = start) {
      return tryCode(services(), { ...asking(contact, changes), code }, stage, at as Instant);
    },
    /** A network from which the phone of a person was used. */
    knowNetwork: (phone: string, address: string) =>
      clearFailures(cabinet().portalDb, [{ kind: 'person', login: phone, address }], start as Instant),
    /** A phone that a person has. */
    async knownPhone(): Promise<string> {
      const phone = newPhone();
      const created_at = new Date(start).toISOString();
      const row = { identity_id: newId(), identity_type: 'person', phone, password_hash: '', created_at };
      await cabinet().portalDb.insertInto('portal.identity').values(row).execute();
      return phone;
    },
  };
}
