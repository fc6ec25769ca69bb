/** By what a message travels. */
export type MessageChannel = 'sms' | 'mail';

/** A message ready to be handed to a provider. */
export interface OutgoingText {
  /** The same in every attempt, so that a provider can tell a repeated one. */
  readonly messageId: string;
  /** '+380…' of a phone, or an e-mail address. */
  readonly recipient: string;
  /** Of mail only. */
  readonly subject?: string;
  readonly text: string;
}

/**
 * What became of one attempt. 'sent': the provider took it, under its own reference. 'refused': it never will, another
 * attempt is of no use. 'failed': worth another attempt. A reason is for operators: neither text nor secrets nor the
 * recipient are in it.
 */
export type Delivery =
  | { readonly kind: 'sent'; readonly reference: string }
  | { readonly kind: 'refused' | 'failed'; readonly reason: string };

/**
 * A provider of messages (facts 6). Adapters know its formats and nothing of codes and customers; every adapter passes
 * message-gateway-contract.ts. A network that fails is a `failed` delivery; only faults of our own are thrown.
 */
export interface MessageGateway {
  /** The name that messages carry: 'turbosms', 'alphasms', 'smtp', 'outbox'. */
  readonly name: string;
  readonly channel: MessageChannel;
  send(message: OutgoingText): Promise<Delivery>;
}
