/** Delivery channel of a message. */
export type MessageChannel = 'sms' | 'mail' | 'push';

/** An attachment of a mail. */
export interface Attachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** A message for a provider. */
export interface OutgoingText {
  /** The same in every attempt, so that a provider can detect a repeated one. */
  readonly messageId: string;
  /** '+380…' of a phone, an e-mail address, or the id of a subscribed browser. */
  readonly recipient: string;
  /** For mail and browser notifications. */
  readonly subject?: string;
  readonly text: string;
  /** Attachments of a mail. */
  readonly attachment?: Attachment;
  /** Page that a click on the browser notification opens. */
  readonly path?: string;
}

/**
 * Result of one attempt. 'sent': accepted by the provider, with its reference. 'refused': permanent, no retry. 'failed':
 * to be retried. The reason is for operators and contains neither the text, secrets nor the recipient.
 */
export type Delivery =
  | { readonly kind: 'sent'; readonly reference: string }
  | {
      readonly kind: 'refused' | 'failed';
      readonly reason: string;
      /** Wait time that the provider requested. */
      readonly retryAfterSeconds?: number;
    };

/**
 * A message provider (facts 6). An adapter knows the provider's format and nothing of codes or customers, and passes
 * message-gateway-contract.ts. A network error is a `failed` delivery; only our own errors are thrown.
 */
export interface MessageGateway {
  /** Provider name stored with messages: 'turbosms', 'alphasms', 'smtp', 'webpush', 'outbox'. */
  readonly name: string;
  readonly channel: MessageChannel;
  send(message: OutgoingText): Promise<Delivery>;
  /**
   * Connects to the provider, where it allows signs in, and sends nothing; without an answer it ends after the time.
   * @throws Error with the reason, without secrets.
   */
  verify?(timeoutMs: number): Promise<void>;
}
