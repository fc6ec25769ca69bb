import { describe, expect, test } from 'vitest';
import { newId } from '#platform/uuid.ts';
import type { MessageGateway } from '#portal/gateways/messages/message-gateway.ts';

/** A message as the provider received it. */
export interface ReceivedText {
  readonly recipient: string;
  readonly subject?: string;
  readonly text: string;
}

/** An adapter and its provider (or fake provider) under test. */
export interface MessageGatewayUnderTest {
  readonly gateway: MessageGateway;
  readonly recipient: string;
  /** The recipient in the provider's format. */
  readonly recipientThere: string;
  /** Messages accepted by the provider, oldest first. */
  received(): readonly ReceivedText[];
  /** The provider refuses the next message permanently and repeats the request in its error text. */
  refuseNext(): void;
  /** The provider fails temporarily on the next message. */
  failNext(): void;
  /** The provider is down from now on. */
  goDown(): Promise<void>;
  /** Keys and passwords that must not appear in a reason. */
  readonly secrets: readonly string[];
}

const text = "Світло: код AB3D. Діє 5 хв. «Їжак», п'ять + 5 = 10 & більше.";

/** Contract tests of every message provider adapter. */
export function describeMessageGateway(name: string, set: () => MessageGatewayUnderTest): void {
  const makeMessage = ({ gateway, recipient }: MessageGatewayUnderTest) => ({
    messageId: newId(),
    recipient,
    ...(gateway.channel === 'mail' && { subject: 'Код для «Світла»' }),
    text,
  });

  describe(`messages through ${name}`, () => {
    test('sends a message unchanged, once, to its recipient and returns a reference', async () => {
      const under = set();
      const message = makeMessage(under);
      const delivery = await under.gateway.send(message);
      expect(delivery).toEqual({ kind: 'sent', reference: expect.stringMatching(/\S/) });
      const { text: sentText, ...rest } = message;
      expect(under.received()).toEqual([
        {
          recipient: under.recipientThere,
          text: sentText,
          ...('subject' in rest && { subject: rest.subject }),
        },
      ]);
    });

    test('sends two messages under different references', async () => {
      const under = set();
      const first = await under.gateway.send(makeMessage(under));
      const second = await under.gateway.send(makeMessage(under));
      expect(under.received()).toHaveLength(2);
      expect(first).not.toEqual(second);
    });

    test('reports a permanent refusal as refused and sends the next message', async () => {
      const under = set();
      under.refuseNext();
      const refused = makeMessage(under);
      expect(await under.gateway.send(refused)).toEqual({
        kind: 'refused',
        reason: expect.stringMatching(/\S/),
      });
      expect(under.received()).toEqual([]);
      expect((await under.gateway.send(makeMessage(under))).kind).toBe('sent');
    });

    test('reports a temporary error as failed', async () => {
      const under = set();
      under.failNext();
      const message = makeMessage(under);
      expect(await under.gateway.send(message)).toEqual({
        kind: 'failed',
        reason: expect.stringMatching(/\S/),
      });
      expect(await under.gateway.send(message)).toMatchObject({ kind: 'sent' });
      expect(under.received()).toHaveLength(1);
    });

    test('reports an unreachable provider as failed and does not throw', async () => {
      const under = set();
      await under.goDown();
      expect(await under.gateway.send(makeMessage(under))).toMatchObject({ kind: 'failed' });
    });

    test('a reason contains neither the text, the recipient nor a secret', async () => {
      const under = set();
      const reasons: string[] = [];
      for (const prepare of [under.refuseNext, under.failNext, under.goDown]) {
        await prepare();
        const delivery = await under.gateway.send(makeMessage(under));
        reasons.push('reason' in delivery ? delivery.reason : '');
      }
      expect(reasons.every((reason) => reason !== '')).toBe(true);
      for (const secret of [...under.secrets, text, 'AB3D', under.recipient, under.recipientThere]) {
        expect(reasons.join('\n')).not.toContain(secret);
      }
    });
  });
}
