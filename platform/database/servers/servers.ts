import type { Duplex } from 'node:stream';
import pg from 'pg';
import { monotonicClock } from '../../clock.ts';
import { singleFlight } from '../../single-flight.ts';
import { bool, float8, int4, nullable, queryClient } from '../typed-sql.ts';
import { parseDatabaseUrl, type ServerAddress, type TargetServer } from './database-url.ts';

/** Time limits of a look at the servers, milliseconds. */
const answerMs = 3000;
/** A look that is no older is trusted by new connections. */
const trustedMs = 1000;
/** A look that found none is repeated no sooner: many requests meet an outage. */
const failedMs = 200;
/** Servers with connections are looked at this often: a machine that lost its power or network says nothing by itself. */
const lookEveryMs = 5000;
/** A standby that is further behind is not read. Decision 0187. */
const maxBehindSeconds = 15;

/** What a server says of itself. */
interface State {
  /** Applies the log of another server; takes no writes. */
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  /** Since the newest transaction that a standby has applied, seconds; null on a primary. */
  readonly behindSeconds: number | null;
  /** Grows with each promotion; null on a standby. */
  readonly timeline: number | null;
}

/** No server of the URL is the one that is wanted: the database is unavailable now. */
export class NoServer extends Error {}

/** The server is a connection pooler between the product and PostgreSQL. */
export class PoolerRefused extends Error {
  constructor(server: string) {
    super(
      `DATABASE_URL, DATABASE_READ_URL and DATABASE_ADMIN_URL must lead to PostgreSQL itself or through a TCP proxy such as HAProxy: ${server} is a connection pooler such as PgBouncer, which keeps no settings, prepared statements, locks and notifications of a session (docs/operations.md, "Connections of a node").`,
    );
  }
}

/**
 * A pooler answers the start of a session itself: with a process number of its own, and it refuses settings that it does not know.
 * Decision 0186.
 */
async function refusePooler(client: pg.Client, server: string): Promise<void> {
  const { rows } = await queryClient(client, { id: int4() }, 'select pg_backend_pid() as id');
  if (rows[0]?.id !== Reflect.get(client, 'processID')) throw new PoolerRefused(server);
}

/** The error of a pooler that refuses to start a session with settings. */
function isRefusedBySetting(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/.test(error.message);
}

async function look({ name, url }: ServerAddress): Promise<State> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'svitlo-servers',
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await refusePooler(client, name);
    const { rows } = await queryClient(
      client,
      {
        isStandby: bool(),
        isReadOnly: bool(),
        behindSeconds: nullable(float8()),
        timeline: nullable(int4()),
      },
      `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only')::boolean as "isReadOnly",
         case when pg_is_in_recovery() then
           extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 end as "behindSeconds",
         case when not pg_is_in_recovery() then
           ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as "timeline"`,
    );
    const [state] = rows;
    if (state === undefined) throw new Error('no answer');
    return state;
  } finally {
    client.end().catch(() => undefined);
  }
}

/**
 * Why a server with this state is not the one; undefined: it is. A former primary that was started again takes writes too, and lacks
 * what its successor has: its timeline is older.
 * @internal
 */
export function obstacleOf(state: State, target: TargetServer, newestTimeline: number): string | undefined {
  if (state.timeline !== null && state.timeline < newestTimeline)
    return `a former primary: its timeline is ${state.timeline}, the newest is ${newestTimeline}`;
  if (!state.isStandby && !state.isReadOnly) return undefined;
  if (target !== 'prefer-standby') return state.isStandby ? 'a standby' : 'read only';
  if (!state.isStandby) return 'read only';
  const { behindSeconds } = state;
  if (behindSeconds === null) return 'a standby that has applied nothing yet';
  return behindSeconds > maxBehindSeconds ? `a standby ${Math.round(behindSeconds)} s behind` : undefined;
}

interface Looked {
  readonly server: ServerAddress;
  readonly state?: State;
  /** Why the server gave no state. */
  readonly error?: string;
}

/** The servers of one URL, for all pools of this process. */
class Servers {
  readonly #addresses: readonly [ServerAddress, ...ServerAddress[]];
  readonly #target: TargetServer;
  /** Open connections and their servers. */
  readonly #clients = new Map<pg.Client, ServerAddress>();
  #current: ServerAddress | undefined;
  /** The newest of all looks: a former primary stays refused while its successor does not answer. */
  #newestTimeline = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #failure: { readonly at: number; readonly error: NoServer } | undefined;
  readonly #looking = singleFlight(() => this.#look());
  #timer: NodeJS.Timeout | undefined;
  #isVerified = false;

  constructor(url: string) {
    const { servers, target } = parseDatabaseUrl(url);
    const [first, ...others] = servers;
    if (first === undefined) throw new Error('a URL has a server');
    this.#addresses = [first, ...others];
    this.#target = target;
  }

  get first(): ServerAddress {
    return this.#addresses[0];
  }

  get prefersStandby(): boolean {
    return this.#target === 'prefer-standby';
  }

  get #wanted(): string {
    return this.prefersStandby ? 'connections that read' : 'writes';
  }

  /** Whether there is a choice: else the only server is used, whatever it is. */
  get isChosen(): boolean {
    return this.#addresses.length > 1 || this.#target !== 'any';
  }

  /** The server for a new connection. @throws NoServer */
  async choose(): Promise<ServerAddress> {
    if (!this.isChosen) return this.first;
    const now = monotonicClock.now();
    if (this.#current !== undefined && now - this.#lookedAt < trustedMs) return this.#current;
    if (this.#failure !== undefined && now - this.#failure.at < failedMs) throw this.#failure.error;
    return this.lookAgain();
  }

  /** Looks at all servers, and ends the connections to those that are no longer the one. @throws NoServer */
  lookAgain(): Promise<ServerAddress> {
    return this.#looking.run();
  }

  async #look(): Promise<ServerAddress> {
    const looks = this.#addresses.map(async (server): Promise<Looked> => {
      try {
        return { server, state: await look(server) };
      } catch (error) {
        if (error instanceof PoolerRefused) throw error;
        return { server, error: error instanceof Error ? error.message : String(error) };
      }
    });
    // In turn: with two that take writes all nodes use the same one. All are asked at the same time, so that the dead cost one wait.
    const answers = await Promise.all(looks);
    this.#newestTimeline = Math.max(
      this.#newestTimeline,
      ...answers.map(({ state }) => state?.timeline ?? 0),
    );
    const looked = answers.map(({ server, state, error }) => ({
      ...{ server, state },
      obstacle: state === undefined ? error : obstacleOf(state, this.#target, this.#newestTimeline),
    }));
    const fit = looked.filter(({ obstacle }) => obstacle === undefined);
    const found = this.prefersStandby
      ? (fit.find(({ state }) => state?.isStandby) ?? fit[0])
      : (fit.find(({ server }) => server === this.#current) ?? fit[0]);
    if (found === undefined) {
      const reasons = looked.map(({ server, obstacle }) => `${server.name}: ${obstacle}`).join('; ');
      const error = new NoServer(`no server of the database takes ${this.#wanted} (${reasons})`);
      this.#failure = { at: monotonicClock.now(), error };
      throw error;
    }
    this.#current = found.server;
    this.#lookedAt = monotonicClock.now();
    const unfit = new Set(
      looked.filter(({ obstacle }) => obstacle !== undefined).map(({ server }) => server),
    );
    for (const [client, server] of this.#clients) if (unfit.has(server)) endClient(client, server);
    return found.server;
  }

  /** A connection has broken: the next one looks first. */
  distrust(): void {
    this.#lookedAt = Number.NEGATIVE_INFINITY;
  }

  /** A server refused a write because it is read only: looks now, and lets go of it. */
  reportReadOnly(): void {
    // A look under way may have begun before.
    if (this.isChosen) void this.#looking.rerun().catch(() => undefined);
  }

  /** Checks the first connection of a URL without a choice; those with a choice are checked by each look. */
  async verify(client: pg.Client): Promise<void> {
    if (this.isChosen || this.#isVerified) return;
    await refusePooler(client, this.first.name);
    this.#isVerified = true;
  }

  add(client: pg.Client, server: ServerAddress): void {
    if (!this.isChosen) return;
    this.#clients.set(client, server);
    client.once('end', () => {
      this.#clients.delete(client);
      if (this.#clients.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    });
    const look = () => void this.lookAgain().catch(() => undefined);
    this.#timer ??= setInterval(look, lookEveryMs).unref();
  }
}

/** What its statement did is not known: the error is that of a connection that broke. */
function endClient(client: pg.Client, { name }: ServerAddress): void {
  const { stream } = client.connection as unknown as { readonly stream: Duplex };
  const error = new Error(`the connection was ended: ${name} is no longer the server of this database`);
  stream.destroy(Object.assign(error, { code: 'ECONNRESET' }));
}

const known = new Map<string, Servers>();

function serversOf(url: string): Servers {
  let servers = known.get(url);
  if (servers === undefined) {
    servers = new Servers(url);
    known.set(url, servers);
  }
  return servers;
}

/** Kernel's question to a peer that says nothing; dead after ten more, each a second later. */
const keepAliveMs = 5000;
const maxLifetimeSeconds = 60;

/** How to connect to the server of a URL: for `pg.Pool`, or for one connection by `new Client({ connectionString })`. */
export interface ServerConnection {
  /** Of a pool that prefers a standby: its connections to the primary are replaced when a standby is there again. */
  readonly maxLifetimeSeconds?: number;
  readonly connectionString: string;
  readonly Client: new (config?: pg.ClientConfig) => pg.Client;
}

/**
 * The connections of a URL with one or several servers. Each new one is made to the server that is the right one then; those to a server
 * that died or no longer takes writes are ended, so that pools and listeners connect again. With one server and without
 * `target_session_attrs` no server is looked at.
 */
export function connectionTo(url: string): ServerConnection {
  const servers = serversOf(url);

  class ServerClient extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      super({
        ...config,
        keepAlive: true,
        keepAliveInitialDelayMillis: keepAliveMs,
        ...(servers.isChosen && { connectionTimeoutMillis: answerMs }),
      });
      this.on('error', () => servers.distrust());
      this.connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
        if (code === '25006') servers.reportReadOnly();
      });
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connecting = this.#connect();
      if (callback === undefined) return connecting;
      connecting.then(
        () => callback(null as unknown as Error),
        (error: Error) => callback(error),
      );
      return undefined;
    }

    async #connect(): Promise<pg.Client> {
      const server = await servers.choose();
      const { host, port } = new pg.Client({ connectionString: server.url });
      Object.assign(this, { host, port });
      try {
        await super.connect();
        servers.add(this, server);
        await servers.verify(this);
        return this;
      } catch (error) {
        servers.distrust();
        this.end().catch(() => undefined);
        throw isRefusedBySetting(error) ? new PoolerRefused(server.name) : error;
      }
    }
  }

  return {
    connectionString: servers.first.url,
    Client: ServerClient,
    ...(servers.prefersStandby && { maxLifetimeSeconds }),
  };
}
