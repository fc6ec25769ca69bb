import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Milliseconds of each file in the last whole run; the order of the next one follows it. */
export const durationsFile = join(import.meta.dirname, '../../../node_modules/.cache/journey-durations.json');

/** Records how long each file took. */
export default class DurationRecorder implements Reporter {
  private readonly durations = new Map<string, number>();

  onTestEnd({ location }: TestCase, { duration }: TestResult): void {
    const file = basename(location.file);
    this.durations.set(file, (this.durations.get(file) ?? 0) + duration);
  }

  onEnd({ status }: FullResult): void {
    // A few chosen files say nothing about the others.
    if (status !== 'passed' || this.durations.size < 20) return;
    mkdirSync(dirname(durationsFile), { recursive: true });
    writeFileSync(durationsFile, JSON.stringify(Object.fromEntries(this.durations)));
  }
}
