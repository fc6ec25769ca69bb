import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';
import { collectLog } from './testing/collect-log.ts';

const phone = '+380671234567';
const token = `eyJhbGciOiJIUzI1NiJ9.${'e30'.repeat(8)}.c2lnbmF0dXJl`;
const secrets = [phone, '671234567', token, 'iryna@example.test', 'Sekret-2026', 'AB3D'];

test('a line has level, time, reference, message and the error with its stack', () => {
  const { log, lines } = collectLog();
  log.child({ part: 'http' }).error({ reference: '0199f000', err: new TypeError('no such row') }, 'failed');
  expect(lines).toEqual([
    {
      level: 'error',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      part: 'http',
      reference: '0199f000',
      err: {
        type: 'TypeError',
        message: 'no such row',
        stack: expect.stringContaining('logger.test.ts'),
      },
      msg: 'failed',
    },
  ]);
});

test('an error alone gives its message; arguments of a message are put into it', () => {
  const { log, lines } = collectLog();
  log.error(new Error('alone'));
  log.error({ err: new Error('in facts') });
  log.warn('%d of %s', 3, 'seven');
  expect(lines.map(({ msg }) => msg)).toEqual(['alone', 'in facts', '3 of seven']);
});

test('an error keeps its code, its cause and what it collects, and no field that may hold a row', () => {
  const { log, lines } = collectLog();
  const duplicate = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (name)=(Iryna)',
  });
  log.error(new Error('outer', { cause: duplicate }));
  log.error(new AggregateError([Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })], ''));
  expect(lines[0]?.err).toMatchObject({ cause: { message: 'duplicate key', errorCode: '23505' } });
  expect(lines[1]?.err).toMatchObject({ errors: [{ message: 'refused', errorCode: 'ECONNREFUSED' }] });
  expect(JSON.stringify(lines)).not.toContain('Iryna');
});

test('no secret is written, wherever it occurs', () => {
  const { log, lines, text } = collectLog();
  const sensitive = `token=${token} phone ${phone} password: Sekret-2026, mail iryna@example.test`;
  log.info(sensitive);
  log.info('password=%s', 'Sekret-2026');
  log.error(new Error(sensitive, { cause: sensitive }));
  log.error({ err: new Error(sensitive) }, sensitive);
  log.error({ where: sensitive, deep: { list: [sensitive, { password: 'Sekret-2026', code: 'AB3D' }] } });
  log.warn({ token, sms_pwd: 'Sekret-2026', headers: { authorization: 'AB3D', cookie: 'Sekret-2026' } });
  log.warn({ body: Buffer.from(sensitive), map: new Map([['password', 'Sekret-2026']]) }, 'objects');
  log.child({ login: sensitive, token }).error('from a child');
  const broken = `{"password":"Sekret-2026","phone":"${phone}","x":"\\"`;
  log.error(broken);
  expect(lines).toHaveLength(9);
  for (const secret of secrets) expect(text()).not.toContain(secret);
});

test('lines below the level are not written', () => {
  const written: string[] = [];
  const stream = { write: (line: string) => void written.push(line) };
  createLogger({ level: 'error', stream }).warn('a warning');
  createLogger({ level: 'silent', stream }).fatal('the end');
  expect(written).toEqual([]);
});

/** Runs a module in a process of its own. */
function run(script: string) {
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
}
const logger = `${import.meta.dirname}/logger.ts`;

test('lines go to standard error, also right before an exit', () => {
  const { status, stdout, stderr } = run(`
    import { createLogger } from '${logger}';
    createLogger({ level: 'warn' }).error('the last line');
    process.exit(3);
  `);
  expect([status, stdout]).toEqual([3, '']);
  expect(JSON.parse(stderr)).toMatchObject({ level: 'error', msg: 'the last line' });
});

test('an error that nobody caught, thrown or rejected, is one line without secrets and ends with code 1', () => {
  for (const end of ['setTimeout(() => { throw error; });', 'Promise.reject(error);']) {
    const { status, stdout, stderr } = run(`
      import { createLogger, exitOnUncaught } from '${logger}';
      exitOnUncaught(createLogger({ level: 'warn' }));
      const error = new Error('password: Sekret-2026 of ${phone}');
      ${end}
      setInterval(() => undefined, 1000);
    `);
    expect([status, stdout]).toEqual([1, '']);
    const stack = expect.stringContaining('at ');
    const err = { message: 'password: [removed] of [phone]', stack };
    expect(JSON.parse(stderr)).toMatchObject({ level: 'fatal', err });
  }
});

test('a worker that fails outside of its job says so in one line without secrets', () => {
  const { stdout, stderr } = run(`
    import { createWorkerProcess } from '${import.meta.dirname}/workers/worker-process.ts';
    const module = 'file://${import.meta.dirname}/workers/testing/slow-tasks.ts';
    const { run } = createWorkerProcess({ priority: 1, repeats: 0 });
    await run({ module, name: 'failLater', args: ['password: Sekret-2026'] }).catch((e) => console.log(e.constructor.name));
  `);
  expect(stdout).toBe('WorkerEnded\n');
  expect(JSON.parse(stderr)).toMatchObject({
    level: 'fatal',
    part: 'worker',
    err: { message: 'password: [removed]' },
  });
});
