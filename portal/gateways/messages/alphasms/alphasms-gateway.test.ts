import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/uuid.ts';
import { type AlphasmsServer, startAlphasmsServer } from '#portal/testing/providers/alphasms-server.ts';
import { describeMessageGateway } from '#portal/testing/providers/message-gateway-contract.ts';
import type { MessageGateway } from '../message-gateway.ts';
import { alphasmsNumber, createAlphasmsGateway } from './alphasms-gateway.ts';

const key = 'a-key-of-alphasms-99ab';
const recipient = '+380501234567';
let server: AlphasmsServer;
let gateway: MessageGateway;

beforeEach(async () => {
  server = await startAlphasmsServer(key, 'SVITLO');
  gateway = createAlphasmsGateway({ key, sender: 'SVITLO', url: server.url, timeoutMs: 8000 });
});
afterEach(() => server.close());

describeMessageGateway('AlphaSMS', () => ({
  gateway,
  recipient,
  recipientThere: '380501234567',
  received: () => server.received,
  refuseNext: () => server.failNext({ message: 'Wrong phone', echo: true }),
  failNext: () => server.failNext({ request: 'Not enough money', echo: true }),
  goDown: () => server.close(),
  secrets: [key],
}));

describe('AlphaSMS responses', () => {
  const send = (messageId = newId()) => gateway.send({ messageId, recipient, text: 'Світло: код AB3D.' });

  test.each([
    ['the request is refused', { request: 'Not enough money' }, 'failed'],
    ['the message is refused', { message: 'Wrong phone' }, 'refused'],
    ['a page instead of JSON', { httpStatus: 503, body: '<h1>Down</h1>' }, 'failed'],
    ['JSON of another shape', { httpStatus: 200, body: [] }, 'failed'],
    ['success without the message', { httpStatus: 200, body: { success: true, data: [] } }, 'failed'],
  ] as const)('%s', async (_name, fault, kind) => {
    server.failNext(fault);
    expect(await send()).toMatchObject({ kind });
  });

  test('a wrong key fails temporarily, sends nothing and is not repeated in the reason', async () => {
    const stranger = createAlphasmsGateway({ key: 'another-key', sender: 'SVITLO', url: server.url });
    const delivery = await stranger.send({ messageId: newId(), recipient, text: 'x' });
    expect(delivery).toEqual({ kind: 'failed', reason: 'the request: Auth failed: …' });
    expect(server.received).toEqual([]);
  });

  test('a message has the same number in every attempt and another than other messages', async () => {
    const messageId = newId();
    await send(messageId);
    await send(messageId);
    await send();
    const [first, second, third] = server.numbers;
    expect(first).toBe(alphasmsNumber(messageId));
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });
});
