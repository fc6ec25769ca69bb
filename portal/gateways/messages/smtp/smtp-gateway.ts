import type { Attachment, Delivery, MessageGateway, OutgoingText } from '../message-gateway.ts';
import { providerTimeoutMs } from '../post-json.ts';

export interface SmtpOptions {
  /** smtp://user:password@host:587 (STARTTLS) or smtps://user:password@host:465. */
  readonly url: string;
  /** Sender address, with or without a name: 'Name <no-reply@example.com>'. */
  readonly from: string;
  readonly timeoutMs?: number;
}

function factsOfError(error: unknown) {
  const facts = typeof error === 'object' && error !== null ? error : {};
  return {
    code: 'code' in facts ? String(facts.code) : 'unknown',
    command: 'command' in facts ? String(facts.command) : '',
    responseCode: 'responseCode' in facts ? Number(facts.responseCode) : 0,
  };
}

/** Names the failed step and code; the server's text is omitted because it repeats addresses. */
function reasonOfError(error: unknown): string {
  const { code, command, responseCode } = factsOfError(error);
  return [code, command, responseCode > 0 ? String(responseCode) : ''].filter(Boolean).join(' ');
}

function deliveryOfError(error: unknown): Delivery {
  const { command, responseCode } = factsOfError(error);
  const reason = reasonOfError(error);
  // RFC 5321: 5yz is permanent. Before RCPT it concerns our account, not the message.
  const aboutMessage = command === 'RCPT TO' || command === 'DATA';
  return { kind: aboutMessage && responseCode >= 500 ? 'refused' : 'failed', reason };
}

function attachmentOf({ fileName, contentType, content }: Attachment) {
  return { filename: fileName, contentType, content };
}

/**
 * Mail through an SMTP server. The password is sent over TLS only; without TLS nothing is sent. The library is loaded
 * with the first message.
 */
export function createSmtpGateway({ url, from, timeoutMs = providerTimeoutMs }: SmtpOptions): MessageGateway {
  const { password, hostname } = new URL(url);

  async function open(limitMs: number) {
    const { createTransport } = await import('nodemailer');
    return createTransport(
      {
        url,
        requireTLS: password !== '',
        connectionTimeout: limitMs,
        greetingTimeout: limitMs,
        socketTimeout: limitMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from, headers: { 'Auto-Submitted': 'auto-generated' } },
    );
  }

  async function send(message: OutgoingText): Promise<Delivery> {
    const opened = await open(timeoutMs);
    try {
      const sent = await opened.sendMail({
        messageId: `<${message.messageId}@${hostname}>`,
        to: { name: '', address: message.recipient },
        subject: message.subject ?? '',
        text: message.text,
        ...(message.attachment && { attachments: [attachmentOf(message.attachment)] }),
      });
      return { kind: 'sent', reference: sent.messageId };
    } catch (error) {
      return deliveryOfError(error);
    }
  }

  async function verify(limitMs: number): Promise<void> {
    const opened = await open(limitMs);
    try {
      await opened.verify();
    } catch (error) {
      throw new Error(reasonOfError(error));
    } finally {
      opened.close();
    }
  }

  return { name: 'smtp', channel: 'mail', send, verify };
}
