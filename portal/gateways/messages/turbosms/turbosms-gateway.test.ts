import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/uuid.ts';
import { describeMessageGateway } from '#portal/testing/providers/message-gateway-contract.ts';
import { startTurbosmsServer, type TurbosmsServer } from '#portal/testing/providers/turbosms-server.ts';
import type { MessageGateway } from '../message-gateway.ts';
import { createTurbosmsGateway } from './turbosms-gateway.ts';

const token = 'a-token-of-turbosms-4f1c';
const recipient = '+380671234567';
let server: TurbosmsServer;
let gateway: MessageGateway;

beforeEach(async () => {
  server = await startTurbosmsServer(token, 'SVITLO');
  gateway = createTurbosmsGateway({ token, sender: 'SVITLO', url: server.url, timeoutMs: 8000 });
});
afterEach(() => server.close());

describeMessageGateway('TurboSMS', () => ({
  gateway,
  recipient,
  recipientThere: '380671234567',
  received: () => server.received,
  refuseNext: () => server.failNext({ recipient: 404, echo: true }),
  failNext: () => server.failNext({ overall: 999, echo: true }),
  goDown: () => server.close(),
  secrets: [token],
}));

describe('TurboSMS responses', () => {
  const send = () => gateway.send({ messageId: newId(), recipient, text: 'Світло: код AB3D.' });

  test.each([0, 800, 801, 802, 803])('code %i is success for both', async (code) => {
    server.success = { overall: code, recipient: code };
    expect((await send()).kind).toBe('sent');
  });

  test.each([
    ['the recipient is on the stop list', { recipient: 404 }, 'refused'],
    ['the whole request is on the stop list', { overall: 404 }, 'refused'],
    ['the same message was taken before', { recipient: 507 }, 'sent'],
    ['the same request was taken before', { overall: 507 }, 'sent'],
    ['a failure of theirs', { overall: 500 }, 'failed'],
    ['a failure of theirs with the recipient', { recipient: 501 }, 'failed'],
    ['a fatal error', { overall: 999 }, 'failed'],
    ['a code that is not known', { overall: 203 }, 'failed'],
    ['a code of the recipient that is not known', { recipient: 777 }, 'failed'],
    ['a page instead of JSON', { httpStatus: 502, body: '<h1>Bad gateway</h1>' }, 'failed'],
    ['JSON of another shape', { httpStatus: 200, body: { ok: true } }, 'failed'],
    [
      'success without the recipient',
      { httpStatus: 200, body: { response_code: 801, response_result: [] } },
      'failed',
    ],
  ] as const)('%s', async (_name, fault, kind) => {
    server.failNext(fault);
    expect(await send()).toMatchObject({ kind });
  });

  test('a wrong token fails temporarily and sends nothing', async () => {
    const stranger = createTurbosmsGateway({ token: 'another', sender: 'SVITLO', url: server.url });
    const delivery = await stranger.send({ messageId: newId(), recipient, text: 'x' });
    expect(delivery).toEqual({ kind: 'failed', reason: 'code 301 NOT_AUTH' });
    expect(server.received).toEqual([]);
  });
});
