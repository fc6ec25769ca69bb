import { open } from 'node:fs/promises';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { newId } from '#platform/uuid.ts';
import type { Config, SealTarget } from '#portal/config.ts';
import { createSmtpGateway } from '#portal/gateways/messages/smtp/smtp-gateway.ts';
import { sealMail } from './seal-mail.template.ts';

/** Limit of a delivery to a log server. */
const timeLimitMs = 20_000;

/** Security notice of the facility «log audit». Source: RFC 5424, 6.2.1. */
const priority = 13 * 8 + 5;

/** Lines added at the end of a file that the operator may make append-only; on the disk when it resolves. */
async function appendToFile(path: string, lines: readonly string[]): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.appendFile(lines.map((line) => `${line}\n`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Messages of RFC 5424 over TCP, each after its length in bytes. Source: RFC 6587, 3.4.1. */
function sendToSyslog(host: string, port: number, lines: readonly string[], now: string): Promise<void> {
  const frames = lines.map((line) => {
    const message = `<${priority}>1 ${now} ${hostname()} svitlo - audit-seal - ${line}`;
    return `${Buffer.byteLength(message)} ${message}`;
  });
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    socket.setTimeout(timeLimitMs, () => socket.destroy(new Error('the log server did not answer in time')));
    socket.once('error', reject);
    socket.once('connect', () => socket.end(frames.join('')));
    // Closed by both sides: the server has taken all that was sent before.
    socket.once('close', (hadError) => {
      if (!hadError) resolve();
    });
    socket.resume();
  });
}

/** Sends lines about seals to a place outside of the database. @throws Error when it did not take them. */
export async function sendLines(
  target: SealTarget,
  lines: readonly string[],
  { mail, now }: { readonly mail: Config['mail']; readonly now: string },
): Promise<void> {
  if (target.kind === 'file') return appendToFile(target.path, lines);
  if (target.kind === 'syslog') return sendToSyslog(target.host, target.port, lines, now);
  if (mail === undefined) throw new Error('mail is not set up');
  const sent = await createSmtpGateway(mail).send({
    messageId: newId(),
    recipient: target.address,
    ...sealMail(lines),
  });
  if (sent.kind !== 'sent') throw new Error(`mail: ${sent.kind}, ${sent.reason}`);
}
