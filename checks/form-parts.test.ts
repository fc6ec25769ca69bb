import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findFormPartProblems } from './form-parts.ts';

const files = execFileSync('git', ['ls-files', 'web/**/*.ts', 'web/**/*.tsx'], { encoding: 'utf8' })
  .trim()
  .split('\n');

test('no form puts its steps together by itself', () => {
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap((path) => findFormPartProblems(path, readFileSync(path, 'utf8')))).toEqual([]);
});

test.each([
  '= useForm(async (value) => {',
  '<ErrorSummary title={text.problems} />',
  '<ResendButton seconds={60} />',
  'const left = useSecondsLeft(60);',
  'if (!isCodeWait(answer)) return answer;',
])('%s outside the mechanism is found', (line) => {
  const path = 'web/features/identity/sign-up/sign-up-steps.tsx';
  expect(findFormPartProblems(path, `\n${line}`)).toEqual([expect.stringContaining(`${path}:2: `)]);
  expect(findFormPartProblems('web/lib/form/form-step.test.tsx', line)).toEqual([]);
  expect(findFormPartProblems('e2e/sign-up.test.ts', line)).toEqual([]);
});
