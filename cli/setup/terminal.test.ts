import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { words } from './setup.template.ts';
import { openTerminal } from './terminal.ts';

/** A terminal on a stream; `shown` is what it printed. */
function start(isTTY: boolean) {
  const input = Object.assign(new PassThrough(), { isTTY });
  let shown = '';
  const write = (text: string) => {
    shown += text;
  };
  return { input, terminal: openTerminal({ input, output: { write } }), shown: () => shown };
}

test('on a terminal what is typed is shown, and of a secret nothing', async () => {
  const { input, terminal, shown } = start(true);
  const name = terminal.ask('Name');
  input.write('Svitlo\r');
  expect(await name).toBe('Svitlo');
  const secret = terminal.ask('Secret', true);
  input.write('hidden-word\r');
  expect(await secret).toBe('hidden-word');
  expect(shown()).toContain('Svitlo');
  expect(shown()).toContain('Secret: ');
  expect(shown()).not.toContain('hidden');
  terminal.close();
});

test('lines of a file wait for their questions; the end of the file ends the questions', async () => {
  const { input, terminal } = start(false);
  input.end('one\ntwo\n');
  expect([await terminal.ask('1'), await terminal.ask('2')]).toEqual(['one', 'two']);
  await expect(terminal.ask('3')).rejects.toThrow(words.ended);
});

test('Ctrl+C ends the questions', async () => {
  const { input, terminal } = start(true);
  const asked = terminal.ask('Name');
  input.write('half\u0003');
  await expect(asked).rejects.toThrow(words.interrupted);
});
