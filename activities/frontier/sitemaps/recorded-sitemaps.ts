/** Records the fetches of sitemaps, and of robots.txt for them, in jobs with an archive of what went over the wire. */
import { randomUUID } from 'node:crypto'
import type { EgressClient } from '@seine/shared/egress/connections/contract.ts'
import type { OnExchange } from '@seine/shared/egress/connections/wire-exchange.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { recordsWire, type JobInput } from '@seine/shared/tasks/job-input.ts'
import { nothingHidden, WireWriter } from '../../wire/wire-writer.ts'
import type { RobotsLoader } from '../robots/robots-loader.ts'

/** What fetches the files. */
interface Sources {
  egress: Pick<EgressClient, 'fetch'>
  robots: RobotsLoader
}

/** Such sources, and the end of the recording. */
export interface RecordedSources extends Sources {
  /** Stores what has been recorded. @throws StoreUnavailableError */
  end: () => Promise<void>
}

/** Returns the sources of a job: those given, for a job without such an archive. */
export function recordedSources(
  store: Pick<Store, 'put'>,
  job: JobInput,
  { egress, robots }: Sources,
): RecordedSources {
  if (!recordsWire(job)) return { egress, robots, end: async () => await Promise.resolve() }
  // Attempts may overlap: none may overwrite what another has stored.
  const writer = new WireWriter({ store, job, recorder: `sitemaps-${randomUUID()}`, threads: null })
  const recorded = writer.page()
  const onExchange: OnExchange = async (exchange) => await recorded.add(exchange, nothingHidden)
  const end = async (): Promise<void> => {
    await recorded.settled()
    await writer.flush()
  }
  return {
    egress: {
      async fetch(request) {
        try {
          return await egress.fetch({ ...request, onExchange })
        } finally {
          await recorded.settled()
          if (writer.full) await writer.flush()
        }
      },
    },
    robots: { load: async (origin, signal, after) => await robots.load(origin, signal, after, onExchange) },
    end,
  }
}
