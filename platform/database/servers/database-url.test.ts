import { describe, expect, test } from 'vitest';
import { parseDatabaseUrl, readUrlOf, roleOfUrl } from './database-url.ts';

const namesOf = (url: string) => parseDatabaseUrl(url).servers.map(({ name }) => name);

describe('parseDatabaseUrl', () => {
  test('takes one host as it is', () => {
    const url = 'postgres://u:p%40@a:5433/svitlo?sslmode=no-verify';
    expect(parseDatabaseUrl(url)).toEqual({ servers: [{ name: 'a:5433', url }], target: 'any' });
  });

  test('takes several hosts in their order, each with its own URL', () => {
    const url = 'postgresql://u:p@a,[::1]:5433,c:1/svitlo?target_session_attrs=read-write&sslmode=no-verify';
    expect(parseDatabaseUrl(url)).toEqual({
      servers: [
        { name: 'a:5432', url: 'postgresql://u:p@a/svitlo?sslmode=no-verify' },
        { name: '[::1]:5433', url: 'postgresql://u:p@[::1]:5433/svitlo?sslmode=no-verify' },
        { name: 'c:1', url: 'postgresql://u:p@c:1/svitlo?sslmode=no-verify' },
      ],
      target: 'read-write',
    });
  });

  test('assumes that one of several hosts takes writes', () => {
    expect(parseDatabaseUrl('postgres://u:p@a,b/svitlo').target).toBe('read-write');
    expect(parseDatabaseUrl('postgres://u:p@a,b/svitlo?target_session_attrs=prefer-standby').target).toBe(
      'prefer-standby',
    );
    expect(parseDatabaseUrl('postgres://u:p@a/svitlo?target_session_attrs=read-write').target).toBe(
      'read-write',
    );
  });

  test('takes a socket by its parameter', () => {
    expect(namesOf('postgres://u@/svitlo?host=/run/postgresql')).toHaveLength(1);
  });

  test.each([
    ['mysql://u:p@a/svitlo', /must look like postgres:/],
    ['svitlo', /must look like postgres:/],
    ['postgres://u:p@a:x/svitlo', /"a:x" is no host and port/],
    ['postgres://u:p@a:1,b:99999/svitlo', /"b:99999" is no host and port/],
    ['postgres://u:p@a,/svitlo', /must name each of its hosts/],
    ['postgres://u:p@a,b/svitlo?host=/run', /must name each of its hosts/],
    [
      'postgres://u:p@a/svitlo?target_session_attrs=standby',
      /any, read-write, prefer-standby, not "standby"/,
    ],
    [
      'postgres://u:p@a,b/svitlo?target_session_attrs=any',
      /target_session_attrs=read-write with several hosts/,
    ],
    ['postgres://u:p@a/svitlo?sslrootcert=/none.pem', /ENOENT.*\/none\.pem/],
  ])('refuses %s without its password', (url, reason) => {
    let message = '';
    try {
      parseDatabaseUrl(url.replace(':p@', ':geheim@'));
    } catch (error) {
      message = String(error);
    }
    expect(message).toMatch(reason);
    expect(message).not.toContain('geheim');
  });
});

describe('readUrlOf', () => {
  const main = 'postgres://u:p@a,b:5433/svitlo?target_session_attrs=read-write';

  test('prefers the standbys it names to the servers of the database', () => {
    expect(parseDatabaseUrl(readUrlOf('postgres://u:p@b:5433,c/svitlo?sslmode=no-verify', main))).toEqual({
      servers: ['b:5433', 'c', 'a:5432'].map((host) => ({
        name: host === 'c' ? 'c:5432' : host,
        url: `postgres://u:p@${host}/svitlo?sslmode=no-verify`,
      })),
      target: 'prefer-standby',
    });
    expect(parseDatabaseUrl(readUrlOf('postgres://u:p@c/svitlo', main)).servers).toHaveLength(3);
  });

  test.each([
    ['postgres://other:p@c/svitlo', /the role and the password of DATABASE_URL/],
    ['postgres://u:p@c/other', /the database of DATABASE_URL/],
    ['postgres://u:p@c/svitlo?target_session_attrs=read-write', /prefer-standby, or none/],
  ])('refuses %s', (readUrl, reason) => {
    expect(() => readUrlOf(readUrl, main)).toThrow(reason);
  });
});

test('roleOfUrl reads the name of the role', () => {
  expect(roleOfUrl('postgres://svitlo%40home:p@a,b/svitlo')).toBe('svitlo@home');
});
