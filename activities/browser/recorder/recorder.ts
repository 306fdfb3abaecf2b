/** Creates the recorder of one browser context, which turns the events of its sessions into a recording. */
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import { Bodies } from './bodies.ts'
import { RecordingBudget } from './messages/recording-budget.ts'
import { CaptureClock } from './capture-clock.ts'
import type { AttachedTarget, Recorder, RecorderOptions } from './contract.ts'
import type { TrafficSource } from './entry.ts'
import { EventMessages } from './event-messages.ts'
import type { Recording, TargetType } from './messages/model.ts'
import { Pages } from './pages.ts'
import { toRecording } from './recording.ts'
import { RequestLog } from './request-log.ts'
import { enableNetwork, enablePage, listen, type Sinks } from './session-events.ts'
import { Sockets } from './sockets.ts'
import { Traffic } from './traffic.ts'

const documentTargets: ReadonlySet<TargetType> = new Set(['page', 'popup', 'iframe'])

/** Starts recording the traffic of a browser context; call it before its first page is opened. */
export function createRecorder(options: RecorderOptions): Recorder {
  const { bounds, isWanted } = options
  const clock = new CaptureClock()
  const budget = new RecordingBudget(bounds.bodiesMaxBytes)
  const traffic = new Traffic()
  const bodies = options.bodies === 'none' ? null : new Bodies(bounds, options.bodies, budget, clock, isWanted)
  const log = new RequestLog(
    clock,
    {
      started: (entry, request) => {
        traffic.started(entry)
        if (request !== null) bodies?.started(entry, request)
      },
      responded: (entry) => {
        traffic.received()
        bodies?.responded(entry)
      },
      data: (entry, event) => {
        traffic.received()
        bodies?.data(entry, event)
      },
      ended: (entry) => {
        traffic.ended(entry)
        traffic.received()
        bodies?.ended(entry)
      },
      shown: (entry, isErrorPage) => traffic.committed(entry, isErrorPage),
      closed: (entry) => traffic.ended(entry),
    },
    options.proxyPort ?? null,
  )
  const pages = new Pages(clock, log)
  const sinks: Sinks = {
    log,
    sockets: new Sockets(log, clock, budget, bounds.framesPerCallMax, (entry) => traffic.started(entry), isWanted),
    messages: new EventMessages(log, clock, budget, bounds.framesPerCallMax, isWanted),
    changed: () => traffic.changed(),
  }
  const ends = new Set<() => void>()

  const onAttached = (target: AttachedTarget): void => {
    const { session, type, targetId } = target
    const source: TrafficSource = { session, keeper: target.keeper ?? (() => null), targetType: type, targetId }
    const end = listen(source, sinks, () => ends.delete(end))
    ends.add(end)
    enableNetwork(session, bounds)
    if (documentTargets.has(type)) enablePage(session)
    if (type === 'page') ends.add(pages.watch(session))
    options.onTarget(target)
  }
  ends.add(options.hub.watch(options.browserContextId, onAttached, options.bodies !== 'none'))

  let recording: Promise<Recording> | null = null
  const finish = async (): Promise<Recording> => {
    await pages.readTitle(captureLimits.flushMs)
    // The last wait: a request that ends after the flush would be listed as finished, but its body would not be
    // read.
    await bodies?.flush(log.records, options.flushMs ?? captureLimits.flushMs)
    for (const end of ends) end()
    ends.clear()
    log.settle()
    return toRecording(log, pages.list, clock.startedAtMs)
  }
  return {
    traffic,
    begin: () => clock.begin(),
    finish: () => (recording ??= finish()),
  }
}
