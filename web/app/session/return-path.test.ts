import { expect, test } from 'vitest';
import type { UserType } from '#web/session/session-types.ts';
import { safeReturnPath } from './return-path.ts';

test.each<[UserType, string]>([
  ['person', '/cabinet/person'],
  ['person', '/cabinet/person?account=2390001111'],
  ['person', '/cabinet/person/indication'],
  ['person', '/cabinet/person/bills/2026-10'],
  ['person', '/cabinet/person/bills#paid'],
  ['person', '/cabinet/person/settings/account'],
  ['entity', '/cabinet/entity/indication'],
  ['admin', '/cabinet/admin/settings'],
])('safeReturnPath returns for a %s %s', (type, path) => expect(safeReturnPath(path, type)).toBe(path));

test.each<[string, string | undefined]>([
  ['nothing', undefined],
  ['an empty path', ''],
  ['another site', 'https://evil.example/cabinet/person'],
  ['another site without its protocol', '//evil.example/cabinet/person'],
  ['another site behind three slashes', '///evil.example'],
  ['another site behind a backslash', '/\\evil.example'],
  ['another site behind a backslash first', '\\/evil.example'],
  ['a backslash further on', '/cabinet/person\\..\\..\\'],
  ['a script', 'javascript:alert(1)'],
  ['data', 'data:text/html,<script>alert(1)</script>'],
  ['a tab in front of the second slash', '/\t/evil.example'],
  ['a line break in front of the second slash', '/\n/evil.example'],
  ['a line break at the end', '/cabinet/person\n'],
  ['a zero byte', '/cabinet/person\0'],
  ['a space in front', ' /cabinet/person'],
  ['a path without its slash', 'cabinet/person'],
  ['a way up', '/cabinet/person/../../admin'],
  ['a way up that is written otherwise', '/cabinet/person/bills/%2e%2e'],
  ['a doubled slash inside', '/cabinet//person'],
  ['a slash at the end', '/cabinet/person/'],
  ['the landing', '/'],
  ['a way in', '/sign-in/person'],
  ['a page that is not there yet', '/cabinet/person/chat'],
  ['a page that is none', '/cabinet/person/nowhere'],
  ['a page that only begins alike', '/cabinet/personal'],
  ['the cabinet of another type', '/cabinet/admin'],
  ['a call of the server', '/api/get-common'],
  ['letters that are no part of an address', '/cabinet/person?account=ї'],
])('safeReturnPath refuses %s', (_case, path) => expect(safeReturnPath(path, 'person')).toBeUndefined());

test('safeReturnPath refuses the cabinet of another user type', () => {
  expect(safeReturnPath('/cabinet/person', 'entity')).toBeUndefined();
  expect(safeReturnPath('/cabinet/entity', 'admin')).toBeUndefined();
});
