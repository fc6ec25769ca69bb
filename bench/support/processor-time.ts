/** What is read of an event of a Chrome trace; all times in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  ts: number;
  dur?: number;
  /** Start and duration by the clock of the thread, which stands while another thread has the processor. */
  readonly tts?: number;
  readonly tdur?: number;
}

/** The outermost event of one turn of a thread's event loop. */
const taskNames = new Set(['RunTask', 'ThreadControllerImpl::RunTask']);

/**
 * Shortens each task of a trace, in place, to the processor time of its thread: what other programs of the machine took
 * from it in between is no work of the page.
 * @param events In any order; events without a thread clock stay, at the latest at the end of their task.
 */
export function countProcessorTime(events: readonly TraceEvent[]): void {
  const threads = Map.groupBy(events, ({ pid, tid }) => `${pid} ${tid}`);
  for (const ofThread of threads.values()) shortenTasks(ofThread);
}

function shortenTasks(events: readonly TraceEvent[]): void {
  const ordered = events.toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  let task: { start: number; end: number; threadStart: number; threadTime: number } | undefined;
  for (const event of ordered) {
    if (task === undefined || event.ts >= task.end) task = taskOf(event);
    if (task === undefined) continue;
    const { start, threadStart, threadTime } = task;
    const inTask = event.tts === undefined ? event.ts - start : event.tts - threadStart;
    event.ts = start + Math.min(Math.max(inTask, 0), threadTime);
    if (event.dur !== undefined) {
      event.dur = Math.min(event.tdur ?? event.dur, start + threadTime - event.ts);
    }
  }
}

function taskOf({ name, ph, ts, dur, tts, tdur }: TraceEvent) {
  if (ph !== 'X' || !taskNames.has(name)) return undefined;
  if (dur === undefined || tts === undefined || tdur === undefined) return undefined;
  return { start: ts, end: ts + dur, threadStart: tts, threadTime: tdur };
}
