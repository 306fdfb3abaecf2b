/** Preloaded into processes: raises an uncaught error when the test sends a signal. */
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  process.on('SIGUSR2', () => {
    throw new Error('an injected fault')
  })
  process.on('SIGHUP', () => {
    void Promise.reject(new Error('an injected rejection'))
  })
}
