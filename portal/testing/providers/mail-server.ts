import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { readMail } from './read-mail.ts';

/** Response to the next mail instead of accepting it. */
type MailFault = 'rejectRecipient' | 'recipientLater' | 'rejectContent' | 'cutInData';

export interface MailServer {
  readonly port: number;
  readonly received: ReturnType<typeof readMail>[];
  /** Whether each mail arrived over TLS. */
  readonly secured: boolean[];
  failNext(fault: MailFault): void;
  close(): Promise<void>;
}

function refusal(code: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode: code });
}

/** A real SMTP server with STARTTLS (self-signed certificate) and one account; by default on a free port. */
export async function startMailServer(
  account: { readonly user: string; readonly password: string },
  options: SMTPServerOptions = {},
  port = 0,
): Promise<MailServer> {
  const received: MailServer['received'] = [];
  const secured: boolean[] = [];
  const faults: MailFault[] = [];
  const takeFault = (...kinds: readonly MailFault[]) =>
    faults[0] !== undefined && kinds.includes(faults[0]) ? faults.shift() : undefined;

  const server = new SMTPServer({
    logger: false,
    authMethods: ['PLAIN', 'LOGIN'],
    onAuth({ username, password }, _session, done) {
      if (username === account.user && password === account.password) done(null, { user: username });
      else done(refusal(535, `Authentication failed for ${username} ${password}`));
    },
    onRcptTo({ address }, _session, done) {
      const fault = takeFault('rejectRecipient', 'recipientLater');
      if (fault === undefined) done();
      else if (fault === 'rejectRecipient') done(refusal(550, `No such mailbox: ${address}`));
      else done(refusal(450, `Mailbox ${address} is busy`));
    },
    onData(stream, session, done) {
      const fault = takeFault('rejectContent', 'cutInData');
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (fault === 'cutInData') for (const connection of server.connections) connection._socket.destroy();
      });
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        if (fault === 'cutInData') return;
        if (fault === 'rejectContent') {
          done(refusal(554, `Not wanted: ${raw}`.slice(0, 400).replace(/\s+/g, ' ')));
          return;
        }
        secured.push(session.secure);
        for (const { address } of session.envelope.rcptTo) received.push(readMail(raw, address));
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  const listener = server.listen(port, '127.0.0.1');
  await new Promise<void>((listening) => listener.once('listening', listening));
  const address = listener.address();
  if (typeof address !== 'object' || address === null) throw new Error('the fake server has no port');
  return {
    port: address.port,
    received,
    secured,
    failNext: (fault) => void faults.push(fault),
    close: () =>
      new Promise<void>((closed) => {
        for (const connection of server.connections) connection._socket.destroy();
        server.close(() => closed());
      }),
  };
}
