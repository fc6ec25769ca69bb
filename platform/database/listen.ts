import { Socket } from 'node:net';
import { connectionTo } from './servers/servers.ts';

export interface Listener {
  /** Whether notifications still arrive; once lost, it stays so. */
  isAlive(): boolean;
  close(): Promise<void>;
}

/** The connection is asked this often whether it still listens, and has this long to answer. */
const defaultTimes = { askEveryMs: 10_000, answerWithinMs: 5000 };

/**
 * Listens to a channel of NOTIFY on a connection of its own. Nothing is delivered while it is lost, so that the caller also
 * polls and opens another. A connection that is dead without an error, behind a firewall that has forgotten it, is found by
 * asking.
 * @throws Error when the database can't be reached.
 */
export async function listen(
  url: string,
  channel: string,
  onNotify: (payload: string) => void,
  { askEveryMs, answerWithinMs } = defaultTimes,
): Promise<Listener> {
  const socket = new Socket();
  const { connectionString, Client } = connectionTo(url);
  const client = new Client({
    connectionString,
    application_name: `svitlo-listen-${channel}`,
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
    stream: () => socket,
  });
  let isAlive = true;
  let asking: NodeJS.Timeout | undefined;
  const lose = () => {
    isAlive = false;
    clearTimeout(asking);
    socket.destroy();
  };
  client.on('error', lose);
  client.on('end', lose);
  client.on('notification', ({ payload = '' }) => onNotify(payload));
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
  } catch (error) {
    lose();
    throw error;
  }
  async function ask(): Promise<void> {
    const listens = await client.query('select pg_listening_channels()').catch(() => undefined);
    if (listens === undefined || listens.rows.length === 0) lose();
    else if (isAlive) asking = setTimeout(() => void ask(), askEveryMs).unref();
  }
  asking = setTimeout(() => void ask(), askEveryMs).unref();
  return {
    isAlive: () => isAlive,
    async close() {
      clearTimeout(asking);
      if (!isAlive) return;
      const late = setTimeout(lose, answerWithinMs).unref();
      await client.end().catch(() => undefined);
      clearTimeout(late);
    },
  };
}
