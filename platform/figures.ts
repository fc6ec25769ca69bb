import { Counter, Gauge, type Registry } from 'prom-client';
import { cached } from './cached.ts';
import { singleFlight } from './single-flight.ts';

/** A value of a metric. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
}

interface FigureMetric {
  readonly help: string;
  readonly labelNames?: readonly string[];
  /** A counter only grows until the process ends. Default: gauge. */
  readonly type?: 'gauge' | 'counter';
}

/** Metrics that are read together when they are scraped. */
export interface FigureSource {
  /** By name. */
  readonly metrics: Readonly<Record<string, FigureMetric>>;
  /** Values now. While it throws, or takes longer than a second, its series are absent. */
  read(): Promise<readonly Figure[]>;
  /** How long scrapes share a reading, default 10 s; one that hangs is shared until it ends. */
  readonly sharedForMs?: number;
}

const usualSharedForMs = 10_000;
/** A scrape is answered without the metrics of a source that takes longer. */
const figureLimitMs = 1000;

/** The answer, or undefined when it fails or takes longer than the limit. */
export async function withinLimit<Value>(
  answer: Promise<Value>,
  limitMs: number = figureLimitMs,
): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const given = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, limitMs, undefined);
  });
  try {
    return await Promise.race([answer, given]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** Adds the metrics of a source to a registry. */
export function addFigures(registry: Registry, source: FigureSource): void {
  const reading = singleFlight(() => source.read());
  const shared = cached(source.sharedForMs ?? usualSharedForMs, () => reading.run());
  for (const [name, { help, labelNames = [], type = 'gauge' }] of Object.entries(source.metrics)) {
    const options = { name, help, labelNames, registers: [registry] };
    const figuresNow = async () => {
      const figures = await withinLimit(shared.get());
      return figures?.filter((figure) => figure.name === name) ?? [];
    };
    if (type === 'counter') {
      new Counter({
        ...options,
        async collect() {
          const figures = await figuresNow();
          this.reset();
          for (const { labels = {}, value } of figures) this.inc(labels, value);
        },
      });
      continue;
    }
    new Gauge({
      ...options,
      async collect() {
        const figures = await figuresNow();
        this.reset();
        // Reset leaves a gauge without labels at 0; nothing was measured.
        if (labelNames.length === 0) this.remove();
        for (const { labels = {}, value } of figures) this.set(labels, value);
      },
    });
  }
}
