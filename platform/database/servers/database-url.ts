import pg from 'pg';

/** Which server of several is used, with the names of libpq. */
const targets = ['any', 'read-write', 'prefer-standby'] as const;
export type TargetServer = (typeof targets)[number];

export interface ServerAddress {
  /** `host:port`, for messages. */
  readonly name: string;
  /** URL with this host alone, as pg takes it. */
  readonly url: string;
}

/** A URL of a database with one or several servers: `postgres://user:password@host:5432,other:5433/name?target_session_attrs=read-write`. */
export interface DatabaseUrl {
  /** At least one. */
  readonly servers: readonly ServerAddress[];
  /**
   * 'any': the first that answers. 'read-write': the one that takes writes; assumed for several hosts. 'prefer-standby': a standby that
   * is up to date, else the one that takes writes.
   */
  readonly target: TargetServer;
}

const usualPort = '5432';
const urlShape = /^(postgres(?:ql)?:\/\/)([^@/?]*@)?([^@/?]*)([/?].*)?$/s;

/** Parts of a URL. @throws Error, one sentence without the URL, which has a password. */
function splitUrl(url: string) {
  const [, scheme, user = '', hosts = '', rest = ''] = urlShape.exec(url) ?? [];
  if (scheme === undefined)
    throw new Error('must look like postgres://user:password@host:5432,other:5432/name');
  const [path = ''] = rest.split('?', 1);
  const parameters = new URLSearchParams(rest.slice(path.length));
  const target = parameters.get('target_session_attrs');
  parameters.delete('target_session_attrs');
  const after = target === null ? rest : `${path}${parameters.size > 0 ? '?' : ''}${parameters}`;
  return {
    before: `${scheme}${user}`,
    hosts: hosts.split(','),
    after,
    target,
    hasHost: parameters.has('host'),
  };
}

/** Parses a URL of a database. @throws Error that is to follow the name of a setting; it does not repeat the URL. */
export function parseDatabaseUrl(url: string): DatabaseUrl {
  const { before, hosts, after, target, hasHost } = splitUrl(url);
  const known = targets.find((name) => name === target);
  if (target !== null && known === undefined)
    throw new Error(`must have target_session_attrs ${targets.join(', ')}, not "${target}"`);
  if (hosts.length > 1 && (hasHost || hosts.includes('')))
    throw new Error('must name each of its hosts between @ and /');
  if (hosts.length > 1 && known === 'any')
    throw new Error('must have target_session_attrs=read-write with several hosts: one of them takes writes');
  const servers = hosts.map((host) => {
    const serverUrl = `${before}${host}${after}`;
    try {
      const { port } = new pg.Client({ connectionString: serverUrl });
      if (!(port > 0 && port < 65_536)) throw new Error(`no port: ${port}`);
    } catch (error) {
      // The message of a file that is not there; that of a URL may repeat its password.
      const code: unknown = Reflect.get(Object(error), 'code');
      const reason =
        code === 'ENOENT' && error instanceof Error ? error.message : `"${host}" is no host and port`;
      throw new Error(`must look like postgres://user:password@host:5432,other:5432/name: ${reason}`);
    }
    const name = /:\d+$/.test(host) ? host : `${host}:${usualPort}`;
    return { name, url: serverUrl };
  });
  return { servers, target: known ?? (servers.length > 1 ? 'read-write' : 'any') };
}

/**
 * A URL that reads from the servers of `readUrl`, standbys first, and from those of `url` when none of them answers.
 * @throws Error that is to follow the name of the setting: the two are not of one database.
 */
export function readUrlOf(readUrl: string, url: string): string {
  const [read, main] = [splitUrl(readUrl), splitUrl(url)];
  const [path = '', query = ''] = read.after.split('?', 2);
  if (read.before.replace('postgresql:', 'postgres:') !== main.before.replace('postgresql:', 'postgres:'))
    throw new Error('must have the role and the password of DATABASE_URL: it names its standbys');
  if (path !== main.after.split('?', 1)[0])
    throw new Error('must have the database of DATABASE_URL: it names its standbys');
  if (read.target !== null && read.target !== 'prefer-standby')
    throw new Error('must have target_session_attrs=prefer-standby, or none');
  const known = new Set(parseDatabaseUrl(readUrl).servers.map(({ name }) => name));
  const others = parseDatabaseUrl(url).servers.filter(({ name }) => !known.has(name));
  const hosts = [...read.hosts, ...others.map(({ name }) => name)].join();
  return `${read.before}${hosts}${path}?${query}${query === '' ? '' : '&'}target_session_attrs=prefer-standby`;
}

/** The name of the role of a URL. */
export function roleOfUrl(url: string): string {
  const [server] = parseDatabaseUrl(url).servers;
  return new pg.Client({ connectionString: server?.url }).user ?? '';
}
