import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readNewPassword } from './create-admin-options.ts';

/** A fake terminal with typed lines; `shown` is its output. */
function terminalOf(lines: readonly string[]) {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const left = [...lines];
  let shown = '';
  const output = {
    write(text: string) {
      shown += text;
      if (text.endsWith(': ')) setImmediate(() => input.write(left.shift() ?? ''));
    },
  };
  return { input, output, shown: () => shown };
}

test('on a terminal asks twice and never echoes', async () => {
  const terminal = terminalOf(['Пароль: 2026\r', 'Пароль: 2026\r']);
  expect(await readNewPassword(terminal)).toBe('Пароль: 2026');
  expect(terminal.shown()).toBe('Password: \nOnce more: \n');
});

test('refuses different entries', async () => {
  await expect(readNewPassword(terminalOf(['one of them\r', 'another one\r']))).rejects.toThrow(
    'not the same',
  );
});

test('throws on Ctrl-C', async () => {
  await expect(readNewPassword(terminalOf(['half\u0003']))).rejects.toThrow('Interrupted');
});

test('without a terminal reads the first line of stdin', async () => {
  const input = new PassThrough();
  input.end('Пароль: 2026\r\nanother line\n');
  expect(await readNewPassword({ input, output: { write: () => undefined } })).toBe('Пароль: 2026');
});
