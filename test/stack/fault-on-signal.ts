/** Loaded into processes before their program: an error that nothing catches, whenever a test wants one. */
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  process.on('SIGUSR2', () => {
    throw new Error('an injected fault')
  })
  process.on('SIGHUP', () => {
    void Promise.reject(new Error('an injected rejection'))
  })
}
