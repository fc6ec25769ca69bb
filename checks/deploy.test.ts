import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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
  ['haproxy', 'deploy/haproxy.cfg', ['-c', '-f']],
];

test.each(checkers.filter(([command]) => isInstalled(command)))(
  '%s finds no mistake in %s',
  (command, file, args) => {
    let complaints = '';
    try {
      execFileSync(command, [...args, join(root, file)], { encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      complaints = String(Reflect.get(Object(error), 'stderr'));
    }
    // What this machine lacks is no mistake of the file: the program, a certificate.
    expect(
      complaints
        .split('\n')
        .filter((line) => line !== '' && !/not executable|No such file|unable to/.test(line)),
    ).toEqual([]);
  },
);
