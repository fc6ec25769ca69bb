/** By what a message travels. */
export type MessageChannel = 'sms' | 'mail' | 'push';

/** A file that goes with a letter. */
export interface Attachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** A message ready to be handed to a provider. */
export interface OutgoingText {
  /** The same in every attempt, so that a provider can tell a repeated one. */
  readonly messageId: string;
  /** '+380…' of a phone, an e-mail address, or the id of a subscribed browser. */
  readonly recipient: string;
  /** Of mail and of what a browser shows. */
  readonly subject?: string;
  readonly text: string;
  /** What a letter brings along. */
  readonly attachment?: Attachment;
  /** Page of the cabinet that a press on what a browser shows opens. */
  readonly path?: string;
}

/**
 * What became of one attempt. 'sent': the provider took it, under its own reference. 'refused': it never will, another
 * attempt is of no use. 'failed': worth another attempt. A reason is for operators: neither text nor secrets nor the
 * recipient are in it.
 */
export type Delivery =
  | { readonly kind: 'sent'; readonly reference: string }
  | {
      readonly kind: 'refused' | 'failed';
      readonly reason: string;
      /** The provider asks to be left alone for so long. */
      readonly retryAfterSeconds?: number;
    };

/**
 * A provider of messages (facts 6). Adapters know its formats and nothing of codes and customers; every adapter passes
 * message-gateway-contract.ts. A network that fails is a `failed` delivery; only faults of our own are thrown.
 */
export interface MessageGateway {
  /** The name that messages carry: 'turbosms', 'alphasms', 'smtp', 'webpush', 'outbox'. */
  readonly name: string;
  readonly channel: MessageChannel;
  send(message: OutgoingText): Promise<Delivery>;
}
