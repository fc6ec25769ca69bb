import { expect, test } from 'vitest';
import { splitStatements } from './split-statements.ts';

const sqlOf = (text: string) => splitStatements(text).map(({ sql }) => sql.replace(/\s+/g, ' '));

test.each([
  ['', []],
  [' -- nothing\n ; ', []],
  ['select 1', ['select 1']],
  ['select 1; select 2;\n', ['select 1', 'select 2']],
  ["select 'a;b', 'it''s; c'; select 2", ["select 'a;b', 'it''s; c'", 'select 2']],
  ['select "a;b" from t; select 3 - 2 / 1', ['select "a;b" from t', 'select 3 - 2 / 1']],
  ['select 1 -- one; more\n + 2; select 3', ['select 1 + 2', 'select 3']],
  ['/* a; b */ select 1; select 2', ['select 1', 'select 2']],
  ['do $$ begin x; y; end $$; select 2', ['do $$ begin x; y; end $$', 'select 2']],
  ["do $f$ begin x := $$;$$; 'y'; end $f$; select 2", ["do $f$ begin x := $$;$$; 'y'; end $f$", 'select 2']],
])('splitStatements of %j', (text, statements) => {
  expect(sqlOf(text)).toEqual(statements);
});

test('splitStatements gives each statement its comments', () => {
  expect(
    splitStatements('-- first\nselect 1;\n-- safe: small\n/* b */ select 2;').map(({ comments }) => comments),
  ).toEqual([['first'], ['safe: small', 'b']]);
});
