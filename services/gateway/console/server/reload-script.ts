/**
 * The script in the document that loads it again when one of its files did not come: browsers end requests when the
 * network of their computer changes, and a module that failed once is not asked for again. Without it the document would
 * stay empty. It is part of the document because a file of its own may fail with the others.
 */
import { consoleLimits } from '@seine/shared/config/console-limits.ts'

const { reloadPausesMs, reloadsWithinMs, answerWithinMs } = consoleLimits

/**
 * Code of the script. It listens for `error` of scripts and style sheets, and for `seine-reload`, which views dispatch;
 * that event is cancelled when the document was loaded again too often.
 */
export const reloadScript = `(() => {
  const name = 'seine-reloads'
  const pausesMs = ${JSON.stringify(reloadPausesMs)}
  // The address changes with the view, but what is relative to it does not.
  const health = new URL(document.documentElement.dataset.root + 'healthz', location.href)
  let planned = false
  const answers = async () => {
    const signal = AbortSignal.timeout(${answerWithinMs})
    const { status } = await fetch(health, { cache: 'no-store', credentials: 'omit', signal })
    return status !== 502 && status !== 503
  }
  const reload = async (waitMs) => {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    if (await answers().catch(() => false)) location.reload()
    else await reload(pausesMs.at(-1))
  }
  const plan = () => {
    if (planned) return true
    const all = JSON.parse(sessionStorage.getItem(name) ?? '[]')
    const recent = all.filter((atMs) => atMs > Date.now() - ${reloadsWithinMs})
    if (recent.length >= pausesMs.length) return false
    planned = true
    sessionStorage.setItem(name, JSON.stringify([...recent, Date.now()]))
    void reload(pausesMs[recent.length])
    return true
  }
  addEventListener('error', ({ target }) => {
    if (!(target instanceof Element) || !target.matches('script, link[rel=stylesheet]')) return
    if (plan() || target.localName === 'link') return
    document.getElementById('app').textContent = 'The console did not load. Reload the page.'
  }, true)
  addEventListener('seine-reload', (event) => {
    if (!plan()) event.preventDefault()
  })
})()`
