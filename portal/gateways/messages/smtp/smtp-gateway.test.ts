import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/uuid.ts';
import { type MailServer, startMailServer } from '#portal/testing/providers/mail-server.ts';
import { describeMessageGateway } from '#portal/testing/providers/message-gateway-contract.ts';
import type { MessageGateway } from '../message-gateway.ts';
import { createSmtpGateway } from './smtp-gateway.ts';

const account = { user: 'cabinet', password: 'a-password-of-mail-77' };
const recipient = 'olena.test@example.test';
let server: MailServer;
let gateway: MessageGateway;

/** The fake server has a self-signed certificate. */
const trusting = '?tls.rejectUnauthorized=false';

function gatewayTo({ port }: MailServer, password = account.password, query = trusting): MessageGateway {
  return createSmtpGateway({
    url: `smtp://${account.user}:${password}@127.0.0.1:${port}/${query}`,
    from: 'Світло <no-reply@example.test>',
    timeoutMs: 8000,
  });
}

beforeEach(async () => {
  server = await startMailServer(account);
  gateway = gatewayTo(server);
});
afterEach(() => server.close());

describeMessageGateway('SMTP', () => ({
  gateway,
  recipient,
  recipientThere: recipient,
  received: () => server.received.map(({ headers: _, ...mail }) => mail),
  refuseNext: () => server.failNext('rejectRecipient'),
  failNext: () => server.failNext('recipientLater'),
  goDown: () => server.close(),
  secrets: [account.password, account.user],
}));

describe('smtpGateway', () => {
  const mail = { recipient, subject: 'Код', text: 'Світло: код AB3D.' };
  const send = (through = gateway) => through.send({ messageId: newId(), ...mail });

  test('sends over TLS with our sender, the automatic-mail headers and its own Message-ID', async () => {
    const messageId = newId();
    expect(await gateway.send({ messageId, ...mail })).toEqual({
      kind: 'sent',
      reference: `<${messageId}@127.0.0.1>`,
    });
    expect(server.secured).toEqual([true]);
    const headers = server.received[0]?.headers;
    expect(headers?.get('from')).toMatch(/<no-reply@example\.test>$/);
    expect(headers?.get('auto-submitted')).toBe('auto-generated');
    expect(headers?.get('to')).toBe(recipient);
  });

  test.each([
    ['a mailbox that does not exist', 'rejectRecipient', 'refused'],
    ['a mailbox that is busy', 'recipientLater', 'failed'],
    ['a mail that the server does not want', 'rejectContent', 'refused'],
    ['a connection that is cut in the middle of the mail', 'cutInData', 'failed'],
  ] as const)('%s', async (_name, fault, kind) => {
    server.failNext(fault);
    expect(await send()).toMatchObject({ kind });
    expect(server.received).toEqual([]);
  });

  test('a wrong password fails temporarily and is not repeated in the reason', async () => {
    const delivery = await send(gatewayTo(server, 'wrong-password'));
    expect(delivery).toEqual({ kind: 'failed', reason: 'EAUTH AUTH PLAIN 535' });
  });

  test('does not send the password without TLS or to an untrusted certificate', async () => {
    expect(await send(gatewayTo(server, account.password, ''))).toMatchObject({ kind: 'failed' });
    const plain = await startMailServer(account, { disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
    try {
      expect(await send(gatewayTo(plain))).toMatchObject({ kind: 'failed' });
      expect(plain.received).toEqual([]);
    } finally {
      await plain.close();
    }
  });

  test.each(['a@example.test\r\nBcc: b@example.test', 'a@example.test, b@example.test'])(
    'a recipient who hides another one (%j) is refused, and nobody gets the mail',
    async (hidden) => {
      const delivery = await gateway.send({ messageId: newId(), ...mail, recipient: hidden });
      expect(delivery).toEqual({ kind: 'refused', reason: 'EENVELOPE RCPT TO 501' });
      expect(server.received).toEqual([]);
    },
  );

  test('a subject with line breaks adds no header', async () => {
    await gateway.send({ messageId: newId(), ...mail, subject: 'x\r\nBcc: b@example.test' });
    expect(server.received.map((received) => received.recipient)).toEqual([recipient]);
    expect(server.received[0]?.headers.has('bcc')).toBe(false);
  });
});
