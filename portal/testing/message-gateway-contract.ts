import { describe, expect, test } from 'vitest';
import { newId } from '#platform/uuid.ts';
import type { MessageGateway } from '#portal/gateways/messages/message-gateway.ts';

/** A message as the provider understood it. */
export interface ReceivedText {
  readonly recipient: string;
  readonly subject?: string;
  readonly text: string;
}

/** What the contract needs of an adapter and of the provider (or its stand-in) behind it. */
export interface MessageGatewayUnderTest {
  readonly gateway: MessageGateway;
  readonly recipient: string;
  /** The recipient as the provider's format has it. */
  readonly recipientThere: string;
  /** What the provider has taken, oldest first. */
  received(): readonly ReceivedText[];
  /** The provider refuses the next message for good, with words that repeat all it was told. */
  refuseNext(): void;
  /** The provider cannot take the next message now. */
  failNext(): void;
  /** The provider is away from now on. */
  goDown(): Promise<void>;
  /** What must be in no reason: keys and passwords. */
  readonly secrets: readonly string[];
}

const text = "Світло: код AB3D. Діє 5 хв. «Їжак», п'ять + 5 = 10 & більше.";

/** What every adapter of a provider of messages must do, whatever the provider's formats. */
export function describeMessageGateway(name: string, set: () => MessageGatewayUnderTest): void {
  const makeMessage = ({ gateway, recipient }: MessageGatewayUnderTest) => ({
    messageId: newId(),
    recipient,
    ...(gateway.channel === 'mail' && { subject: 'Код для «Світла»' }),
    text,
  });

  describe(`messages through ${name}`, () => {
    test('a message arrives letter by letter, once, at its recipient, and gets a reference', async () => {
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

    test('two messages are two, under references of their own', async () => {
      const under = set();
      const first = await under.gateway.send(makeMessage(under));
      const second = await under.gateway.send(makeMessage(under));
      expect(under.received()).toHaveLength(2);
      expect(first).not.toEqual(second);
    });

    test('a refused message is refused for good; the next one is sent', async () => {
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

    test('a provider that cannot now may be asked again', async () => {
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

    test('a provider that is away is a failed attempt, not a fault', async () => {
      const under = set();
      await under.goDown();
      expect(await under.gateway.send(makeMessage(under))).toMatchObject({ kind: 'failed' });
    });

    test('no reason gives away the text, the recipient or a secret', async () => {
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
