/** Sends a watcher what happens to a job, until the job or the connection ends. */
import type { JobFeed } from '../events/job-feed.ts'
import type { WakeSignal } from '../events/wake-signal.ts'
import type { JobView } from '../jobs/status-body.ts'
import { wireCounts } from './wire-job-status.ts'
import { readDocuments, type DocumentPagesReader } from './job-documents.ts'

/** The part of a connection that is needed here. */
export interface MessageSink {
  readonly open: boolean
  send(message: object): Promise<void>
}

export interface JobFollowing {
  feed: Pick<JobFeed, 'question' | 'view' | 'version' | 'final' | 'fault'>
  socket: MessageSink
  signal: Pick<WakeSignal, 'wait'>
  reader: DocumentPagesReader
  /** Resolves when this watcher may be sent a part. */
  turn: () => Promise<void>
}

/** Documents are sent on their own, so a snapshot of an ended job must not end the watching before they are. */
const snapshot = (view: JobView) => ({ ...wireCounts(view), status: 'scraping', data: [] })

/** The SDKs take `done` for success; any other end is a snapshot with its status. */
function endOf(view: JobView): object {
  const counts = wireCounts(view)
  return { type: counts.status === 'completed' ? 'done' : 'snapshot', data: { ...counts, data: [] } }
}

/** @throws the fault of the feed, or of a read. */
export async function followJob({ feed, socket, signal, reader, turn }: JobFollowing): Promise<void> {
  await socket.send({ type: 'catchup', data: snapshot(feed.view) })
  let { version } = feed
  let cursor: string | null = null
  while (socket.open) {
    if (feed.fault !== null) throw feed.fault
    // Read before the documents: all documents of a job that has ended by now can be read.
    const { final } = feed
    const part = await readDocuments(feed.question, cursor, reader)
    await turn()
    for (const data of part.documents) await socket.send({ type: 'document', data })
    const moved = part.cursor !== null && part.cursor !== cursor
    cursor = part.cursor ?? cursor
    if (final && (part.complete || !moved)) {
      await socket.send(endOf(feed.view))
      return
    }
    if (version !== feed.version && !feed.final) {
      version = feed.version
      await socket.send({ type: 'snapshot', data: snapshot(feed.view) })
    }
    if (!moved) await signal.wait()
  }
}
