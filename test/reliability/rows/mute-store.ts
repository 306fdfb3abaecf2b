/** R36: a store, the network path to it, and Temporal, which accept connections but do not answer during a crawl. */
import { atMost, equals, holds, reported, type Mark } from '../../bench/labs/lab.ts'
import { disturbedCrawl, type Disturbance } from '../disturbed-crawl.ts'
import type { Row, RowContext } from '../row.ts'
import { fitted } from '../stack-fittings.ts'

interface Form {
  pages: number
  latencyMs: number
  muteMs: number
  /** Silence of Temporal, milliseconds: its timers continue while it is stopped. */
  temporalMuteMs: number
  /** Time a crawl may take beyond that of an undisturbed one and the silence, seconds. */
  extraSecs: number
}

const full: Form = {
  pages: 200,
  latencyMs: 1_000,
  muteMs: 120_000,
  temporalMuteMs: 60_000,
  extraSecs: 20,
}
/** For runs beside other tests, on machines of any speed. */
const shortened: Form = {
  pages: 24,
  latencyMs: 400,
  muteMs: 4_000,
  temporalMuteMs: 2_000,
  extraSecs: 60,
}

const jobTimeoutMs = 300_000

interface Silence extends Disturbance {
  what: string
}

export const muteStoreRow: Row = {
  id: 'R36',
  name: 'Mute store',
  method:
    'In the middle of a crawl of 200 pages the store is stopped (SIGSTOP) for two minutes; in another the way to it drops everything for two minutes; in a third Temporal is stopped for one.',
  counted:
    'Time of each crawl, less that of an undisturbed crawl and of the silence; pages that failed or were asked for twice.',
  passMark: 'The silence costs its own time and at most 20 s more; every page once; no page failed',
  stack: { browser: false, muteStore: true },
  // Shorter than the silence of the shortened form.
  shortStack: { SEINE_S3_SOCKET_TIMEOUT_MS: '2000' },
  async run({ short, ownStack }: RowContext): Promise<Mark[]> {
    const form = short ? shortened : full
    const stack = await ownStack()
    const proxy = fitted(stack.fittings.muteStore)
    const signal = (part: 'objectStore' | 'temporal', name: NodeJS.Signals): void => {
      process.kill(stack.t.stack.file.pids[part] ?? 0, name)
    }
    const silences: Silence[] = [
      {
        what: 'store stopped',
        ms: form.muteMs,
        begin: () => signal('objectStore', 'SIGSTOP'),
        end: () => signal('objectStore', 'SIGCONT'),
      },
      { what: 'way to the store cut', ms: form.muteMs, begin: () => proxy.mute(), end: () => proxy.heal() },
      {
        what: 'Temporal stopped',
        ms: form.temporalMuteMs,
        begin: () => signal('temporal', 'SIGSTOP'),
        end: () => signal('temporal', 'SIGCONT'),
      },
    ]
    const crawl = { ...form, timeoutMs: jobTimeoutMs }
    const undisturbed = await disturbedCrawl(stack, crawl, null)
    const marks = [reported('undisturbed crawl', `${undisturbed.secs.toFixed(1)} s`)]
    for (const silence of silences) {
      const { end, completed, repeated, secs } = await disturbedCrawl(stack, crawl, silence)
      const extraSecs = secs - undisturbed.secs - silence.ms / 1_000
      const all = form.pages + 1
      marks.push(
        equals(`${silence.what}: the crawl`, end?.status ?? 'no end', 'completed'),
        holds(`${silence.what}: pages`, `${completed} of ${all}, ${end?.failed ?? 0} failed`, 'all', completed === all),
        atMost(`${silence.what}: time beyond the silence`, Math.max(0, extraSecs), form.extraSecs, ' s'),
        // Temporal dispatches a slice again when its heartbeat arrives too late.
        silence.what.startsWith('Temporal')
          ? reported(`${silence.what}: pages asked for twice`, String(repeated))
          : atMost(`${silence.what}: pages asked for twice`, repeated, 0),
      )
    }
    return marks
  },
}
