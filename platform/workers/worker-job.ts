/** A request to a worker process: call an exported function of a module. */
export interface WorkerJob {
  readonly jobId: number;
  /** File URL of the module. */
  readonly module: string;
  readonly name: string;
  readonly args: readonly unknown[];
}

/** The answer; `cpuMs`: processor time of the call. */
export type WorkerAnswer =
  | { readonly jobId: number; readonly kind: 'done'; readonly result: unknown; readonly cpuMs: number }
  | { readonly jobId: number; readonly kind: 'fault'; readonly fault: string; readonly cpuMs: number };
