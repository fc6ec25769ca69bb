import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Documents of a YAML file; a mistake in it is an error. */
function readYaml(path: string) {
  return parseAllDocuments(read(path), { merge: true }).map((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS();
  });
}

/** Settings that the table of the README names. */
const settings = new Set(read('README.md').match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\b(PORT|HOST|CLAMD)\b/g));
/** Of the images of PostgreSQL and the shell. */
const others = /^(POSTGRES_|DATABASE_PASSWORD$)/;

/** How long a node that stops serves on, answers and closes; a kill before it breaks answers off. */
const SECONDS_TO_STOP = 8;

function isInstalled(command: string): boolean {
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, command)));
}

test.each(['Containerfile', 'compose.yaml', 'svitlo.service', 'kubernetes.yaml'])(
  'deploy/%s names settings that the product has',
  (file) => {
    const named =
      read(`deploy/${file}`).match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+(?=\s*[:=}]|, value)|(?<=name: )[A-Z_]+/g) ??
      [];
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !settings.has(name) && !others.test(name))).toEqual([]);
  },
);

describe('compose.yaml', () => {
  const [{ services }] = readYaml('deploy/compose.yaml');

  test('its nodes differ by their names, stop in order and have no files of their own', () => {
    const nodes = [services['portal-1'], services['portal-2']];
    expect(nodes.map(({ environment }) => environment.NODE_NAME)).toEqual(['portal-1', 'portal-2']);
    for (const { environment, volumes: mounts, stop_grace_period: grace } of nodes) {
      expect(Number.parseInt(grace, 10)).toBeGreaterThanOrEqual(
        Number(environment.DRAIN_SECONDS) + SECONDS_TO_STOP,
      );
      expect(mounts).toBeUndefined();
      expect(environment.FILES_TO).toContain('FILES_TO:?');
      expect(environment.DATABASE_URL).toContain('@database:5432/');
    }
  });

  test('the proxy knows its nodes, and what it mounts is here or named as the operator’s', () => {
    const nginx = read('deploy/nginx.conf');
    expect(nginx.match(/server (portal-\d):3000/g)).toHaveLength(2);
    const mounted = (services.proxy.volumes as string[]).map((mount) => mount.slice(2).split(':')[0] ?? '');
    const missing = mounted.filter((file) => !existsSync(join(root, 'deploy', file)));
    expect(missing).toEqual(['certificate.pem', 'key.pem']);
  });
});

test('kubernetes.yaml asks the probes of the product and stops a node in order', () => {
  const documents = readYaml('deploy/kubernetes.yaml');
  expect(documents.map(({ kind }) => kind)).toEqual(['Deployment', 'Service', 'PodDisruptionBudget']);
  const { spec } = documents[0].spec.template;
  const [portal] = spec.containers;
  expect(
    [portal.startupProbe, portal.readinessProbe, portal.livenessProbe].map(({ httpGet }) => httpGet.path),
  ).toEqual(['/healthz', '/readyz', '/healthz']);
  const drain = portal.env.find(({ name }: { name: string }) => name === 'DRAIN_SECONDS');
  expect(spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(Number(drain.value) + SECONDS_TO_STOP);
  // A node is passed over before it stops to serve.
  expect(portal.readinessProbe.periodSeconds * portal.readinessProbe.failureThreshold).toBeLessThan(
    Number(drain.value),
  );
});

test('an image and a service start what an artifact starts', () => {
  const { scripts } = JSON.parse(read('package.json'));
  expect(scripts.start).toContain('node bin/start.mjs');
  expect(read('deploy/Containerfile')).toContain('CMD ["node", "bin/start.mjs"]');
  expect(read('deploy/Containerfile')).toContain('npm run build -- /opt/svitlo');
  expect(read('deploy/svitlo.service')).toContain('ExecStart=/usr/bin/node bin/start.mjs');
});

/** The tool’s own checker of each file; where it is not installed the file is only read above. */
const checkers: readonly [string, string, readonly string[]][] = [
  ['systemd-analyze', 'deploy/svitlo.service', ['verify', '--man=no']],
  ['patroni', 'deploy/patroni.yml', ['--validate-config']],
];

/** What a tool says to a file that has a mistake. */
function complaintsOf(command: string, args: readonly string[]): string {
  try {
    execFileSync(command, args, { encoding: 'utf8', stdio: 'pipe' });
    return '';
  } catch (error) {
    return ['stdout', 'stderr'].map((stream) => String(Reflect.get(Object(error), stream))).join('');
  }
}

test.each(checkers.filter(([command]) => isInstalled(command)))(
  '%s finds no mistake in %s',
  (command, file, args) => {
    const complaints = complaintsOf(command, [...args, join(root, file)]);
    // What this machine lacks is no mistake of the file: the program, a certificate.
    expect(
      complaints
        .split('\n')
        .filter((line) => line !== '' && !/not executable|No such file|unable to|does not exist/.test(line)),
    ).toEqual([]);
  },
);

/** Before 1.25 nginx says `http2 on` in `listen`. */
function forInstalledNginx(text: string): string {
  const said = execFileSync('sh', ['-c', 'nginx -v 2>&1'], { encoding: 'utf8' });
  const [major = 0, minor = 0] = said.match(/\d+/g)?.map(Number) ?? [];
  return major > 1 || minor > 24
    ? text
    : text.replace(/listen 443 ssl;\s*http2 on;/, 'listen 443 ssl http2;');
}

/** Proxies are checked with a certificate made for it, and without the names of containers. */
const proxies = {
  nginx: {
    file: 'nginx.conf',
    prepare: (text: string) => forInstalledNginx(text.replaceAll(/portal-\d:3000/g, '127.0.0.1:3000')),
    args: (folder: string) => ['-t', '-p', folder, '-c', join(folder, 'nginx.conf')],
  },
  haproxy: {
    file: 'haproxy.cfg',
    prepare: (text: string, folder: string) =>
      text.replace('/etc/haproxy/site.pem', join(folder, 'site.pem')),
    args: (folder: string) => ['-c', '-f', join(folder, 'haproxy.cfg')],
  },
} as const;
const installed = (['nginx', 'haproxy'] as const).filter(
  (name) => isInstalled(name) && isInstalled('openssl'),
);

test.each(installed)('%s finds no mistake in its file', async (name) => {
  const { file, prepare, args } = proxies[name];
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-proxy-'));
  try {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const subject = ['-nodes', '-days', '2', '-subj', '/CN=cabinet.example.com'];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', ...subject, '-keyout', key, '-out', certificate],
      { stdio: 'ignore' },
    );
    await writeFile(join(folder, 'site.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
    await writeFile(join(folder, 'mime.types'), 'types { text/html html; }');
    await writeFile(join(folder, file), prepare(read(`deploy/${file}`), folder));
    expect(() => execFileSync(name, args(folder), { stdio: 'pipe' })).not.toThrow();
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('patroni.yml loses nothing that was acknowledged, and its limits of time fit', () => {
  const [{ bootstrap, postgresql }] = readYaml('deploy/patroni.yml');
  const { ttl, loop_wait: wait, retry_timeout: retry, ...dcs } = bootstrap.dcs;
  expect(wait + 2 * retry).toBeLessThanOrEqual(ttl);
  // A portal serves again within half a minute of the death of a machine.
  expect(ttl + wait).toBeLessThan(30);
  expect(dcs).toMatchObject({
    synchronous_mode: true,
    synchronous_mode_strict: true,
    primary_start_timeout: 0,
  });
  // A standby that was ahead of the new primary can follow it only so.
  expect(dcs.postgresql.use_pg_rewind).toBe(true);
  expect(postgresql.authentication.rewind).toBeDefined();
  expect(read('deploy/compose.yaml')).toContain(
    `max_connections=${dcs.postgresql.parameters.max_connections}`,
  );
});
