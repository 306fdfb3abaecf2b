/** Polling of a process whose work depends on the promises of the object store. */
import type { Config } from '../config/config.ts'
import type { Health } from '../observability/health.ts'
import type { Logger } from '../observability/logger.ts'
import { watchPromises } from '../storage/store-promises.ts'
import { startPolling, type Polling, type PollingTask } from './polling.ts'

/**
 * Like `startPolling`, but starts only when the store is not known to break a promise. While it breaks one, the process
 * is not ready.
 */
export function startTrustedPolling(
  config: Config,
  logger: Logger,
  health: Pick<Health, 'addVital' | 'addNeeded'>,
  work: (task: PollingTask) => Promise<void>,
): Polling {
  const promises = watchPromises(config, logger)
  health.addNeeded(() => promises.problem())
  const polling = startPolling(config, logger, health, async (task) => {
    await promises.trusted(task.leave)
    await work(task)
  })
  void polling.ended.finally(() => promises.close()).catch(() => undefined)
  return polling
}
