/** Beyond these something is not well. The alerts of docs/monitoring/alert-rules.yml have the same. */
export const performanceLimits = {
  /** Share of calls that fail by a fault of ours (HTTP status 500 and more), and the fewest such calls of a minute. */
  failedShare: 0.01,
  failedCalls: 3,
  /** p95 of a minute, milliseconds, and the fewest calls that tell anything of it. */
  p95Ms: 500,
  p95Calls: 20,
  /** Statements that wait for a connection, all the time of the last readings. */
  poolWaiting: 5,
  /** Delay of the event loop (p99), milliseconds, in each of the last readings. */
  lagMs: 100,
  /** Seconds for which a due job is done by nobody. */
  jobsLateSeconds: 120,
  /** Seconds of a statement. */
  statementSeconds: 30,
  /** Seconds for which a statement waits for a lock. */
  lockSeconds: 5,
  /** Share of the connections that the database allows. */
  connectionsShare: 0.9,
} as const;

export const findingCodes = [
  'nodeSilent',
  'failing',
  'slow',
  'poolWaiting',
  'lag',
  'jobsLate',
  'lockWaiting',
  'longStatement',
  'connections',
] as const;
export type FindingCode = (typeof findingCodes)[number];

/** Something that is not well. */
export interface Finding {
  readonly code: FindingCode;
  /** The node that it is of; null: of all together. */
  readonly node: string | null;
  /** What was measured, in the unit of its limit; null: nothing was. */
  readonly value: number | null;
}

/** What is judged. */
export interface PerformanceFacts {
  readonly calls: number;
  readonly failed: number;
  readonly p95Ms: number | null;
  readonly nodes: readonly {
    readonly name: string;
    /** The lowest of the last readings: what is above the limit for a moment is no finding. */
    readonly steadyWaiting: number;
    readonly steadyLagMs: number;
  }[];
  readonly silent: readonly { readonly name: string }[];
  readonly jobsLateSeconds: number;
  /** null: the database did not tell. */
  readonly database: {
    readonly connections: number;
    readonly maxConnections: number;
    readonly longestSeconds: number;
    readonly longestLockSeconds: number;
  } | null;
}

/** Whether all is well (no findings), or what is not: what hits customers now comes first. */
export function assessPerformance(facts: PerformanceFacts): readonly Finding[] {
  const limits = performanceLimits;
  const findings: Finding[] = [];
  const find = (code: FindingCode, isFound: boolean, value: number | null, node: string | null = null) => {
    if (isFound) findings.push({ code, node, value });
  };
  const { calls, failed, p95Ms, database } = facts;
  const failedShare = calls === 0 ? 0 : failed / calls;
  find('failing', failed >= limits.failedCalls && failedShare > limits.failedShare, failedShare);
  find('slow', calls >= limits.p95Calls && p95Ms !== null && p95Ms > limits.p95Ms, p95Ms);
  for (const { name } of facts.silent) find('nodeSilent', true, null, name);
  for (const { name, steadyWaiting } of facts.nodes)
    find('poolWaiting', steadyWaiting > limits.poolWaiting, steadyWaiting, name);
  for (const { name, steadyLagMs } of facts.nodes) find('lag', steadyLagMs > limits.lagMs, steadyLagMs, name);
  find('jobsLate', facts.jobsLateSeconds > limits.jobsLateSeconds, facts.jobsLateSeconds);
  if (database) {
    const { connections, maxConnections, longestSeconds, longestLockSeconds } = database;
    const share = connections / maxConnections;
    find('lockWaiting', longestLockSeconds > limits.lockSeconds, longestLockSeconds);
    find('longStatement', longestSeconds > limits.statementSeconds, longestSeconds);
    find('connections', share > limits.connectionsShare, share);
  }
  return findings;
}
