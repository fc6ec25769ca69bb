import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

describe('providers of messages', () => {
  test('without credentials there is none', () => {
    expect(readConfig({})).toMatchObject({ turbosms: undefined, alphasms: undefined, mail: undefined });
  });

  test('each is known by its credentials and its own address', () => {
    const config = readConfig({
      TURBOSMS_TOKEN: 'token',
      TURBOSMS_SENDER: 'SVITLO',
      ALPHASMS_KEY: 'key',
      ALPHASMS_SENDER: 'SVITLO',
      ALPHASMS_URL: 'http://127.0.0.1:1/api/json.php',
      SMTP_URL: 'smtps://user:password@mail.example.test',
      MAIL_FROM: 'Cabinet <no-reply@example.test>',
    });
    expect(config.turbosms).toEqual({
      secret: 'token',
      sender: 'SVITLO',
      url: 'https://api.turbosms.ua/message/send.json',
    });
    expect(config.alphasms?.url).toBe('http://127.0.0.1:1/api/json.php');
    expect(config.mail).toEqual({
      url: 'smtps://user:password@mail.example.test',
      from: 'Cabinet <no-reply@example.test>',
    });
  });

  test.each([
    [{ TURBOSMS_TOKEN: 'token' }, 'TURBOSMS_SENDER'],
    [{ TURBOSMS_SENDER: 'SVITLO' }, 'TURBOSMS_TOKEN'],
    [{ ALPHASMS_KEY: 'key', ALPHASMS_SENDER: 'TWELVE-SIGNS' }, 'ALPHASMS_SENDER'],
    [{ ALPHASMS_KEY: 'key', ALPHASMS_SENDER: 'Світло' }, 'ALPHASMS_SENDER'],
    [{ SMTP_URL: 'mail.example.test', MAIL_FROM: 'a@example.test' }, 'SMTP_URL'],
    [{ MAIL_FROM: 'a@example.test' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example.test' }, 'MAIL_FROM'],
    [{ SMTP_URL: 'smtp://mail.example.test', MAIL_FROM: 'nobody' }, 'MAIL_FROM'],
    [{ PUSH_SERVICES: 'fcm.googleapis.com' }, 'PUSH_SERVICES'],
    [{ PUSH_SERVICES: 'https://push.example.test/path' }, 'PUSH_SERVICES'],
  ])('%j is refused at the start, and the refusal names %s', (environment, name) => {
    expect(() => readConfig(environment)).toThrow(name);
  });

  test('no refusal repeats a secret', () => {
    const environment = { SMTP_URL: 'smtp//user:a-password@host', MAIL_FROM: 'a@example.test' };
    expect(() => readConfig(environment)).toThrow(/^(?!.*a-password).*$/);
  });
});

describe('the address of the cabinet', () => {
  test.each([
    [{}, 'http://localhost:3000'],
    [{ PORT: '3100' }, 'http://localhost:3100'],
    [{ PUBLIC_URL: 'https://cabinet.example.com' }, 'https://cabinet.example.com'],
    [{ PUBLIC_URL: 'https://Cabinet.Example.com:443/' }, 'https://cabinet.example.com'],
  ])('%j makes it %s', (environment, address) => {
    expect(readConfig(environment).publicUrl).toBe(address);
  });

  test.each([
    'cabinet.example.com',
    'ftp://a.example',
    'https://a.example/cabinet',
    'https://me:pw@a.example',
    '/',
  ])('%s is refused at the start by its name', (PUBLIC_URL) => {
    expect(() => readConfig({ PUBLIC_URL })).toThrow('PUBLIC_URL');
  });
});
