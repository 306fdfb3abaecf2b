/** Creates the contenders of a browser benchmark: peers are installed before anything is measured. */
import { fileURLToPath } from 'node:url'
import { findEngines } from '@seine/activities/browser/pool/engine-paths.ts'
import type { BrowserPeerName } from '@seine/tools/bench-arguments.ts'
import { benchLimits } from '@seine/tools/bench-limits.ts'
import type { BenchContext } from '../bench-context.ts'
import { installPeer, PeerUnavailableError } from '../peers/install-peer.ts'
import { browserPeerRecipes } from '../peers/peer-recipe.ts'
import { browserlessContender } from './browserless-contender.ts'
import type { Contender } from './contender.ts'
import { programContender } from './program-contender.ts'
import { seineContenders } from './seine-contenders.ts'
import { SeineWorker } from './seine-worker.ts'

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/** Creates the contenders of one peer. @throws PeerUnavailableError when it cannot be installed. */
async function peerContenders(
  name: BrowserPeerName,
  engines: { shell: string; chrome: string | null },
  context: BenchContext,
): Promise<Contender[]> {
  const { shell, chrome } = engines
  if (name === 'puppeteer') {
    const command = { file: process.execPath, args: [here('puppeteer-program.ts'), shell] }
    return [programContender(name, 'Puppeteer, bare', command)]
  }
  const recipe = browserPeerRecipes[name]
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(benchLimits.browserPeerInstallMs)])
  const directory = await installPeer(recipe, { ...context, signal })
  if (name === 'crawlee') {
    const command = { file: process.execPath, args: [here('crawlee-program.ts'), directory, shell] }
    return [programContender(name, `${recipe.title} ${recipe.version}`, command)]
  }
  const title = `${recipe.title} ${recipe.version}`
  return [
    browserlessContender('browserless-shell', `${title}, shell`, directory, shell),
    ...(chrome === null ? [] : [browserlessContender('browserless-chrome', `${title}, Chromium`, directory, chrome)]),
  ]
}

/**
 * Returns Seine first, then the peers.
 * @param sitePort port of the page on 127.0.0.1.
 * @returns the contenders, and the reason for each peer that cannot be measured.
 */
export async function makeContenders(
  peers: readonly BrowserPeerName[],
  sitePort: number,
  context: BenchContext,
): Promise<{ contenders: Contender[]; missing: string[] }> {
  const found = await findEngines({ SEINE_BROWSER_SHELL: '', SEINE_BROWSER_CHROME: '' }, process.env)
  if (found.headless_shell === null) throw new Error('this benchmark needs chromium-headless-shell')
  const engines = { shell: found.headless_shell, chrome: found.chrome }
  const contenders = seineContenders(new SeineWorker(sitePort))
  const missing: string[] = []
  for (const name of peers) {
    try {
      contenders.push(...(await peerContenders(name, engines, context)))
    } catch (error) {
      if (!(error instanceof PeerUnavailableError)) throw error
      missing.push(error.message)
    }
  }
  return { contenders, missing }
}
