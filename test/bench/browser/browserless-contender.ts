/** Browserless as shipped: one browser process per request, which asks for the content of the page. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { benchLimits } from '@seine/tools/bench-limits.ts'
import { freePort } from '@seine/shared/egress/testing/free-port.ts'
import { wholeMark } from '../page-site/page-files.ts'
import { Program } from '../peers/program.ts'
import type { Contender } from './contender.ts'
import { runTurn } from './run-turn.ts'

const file = fileURLToPath(new URL('browserless-program.ts', import.meta.url))

async function content(base: string, url: string): Promise<{ whole: boolean }> {
  const answer = await fetch(`${base}/chromium/content`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url, gotoOptions: { waitUntil: 'load' } }),
    signal: AbortSignal.timeout(benchLimits.browserPageTimeoutMs),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`Browserless answered ${answer.status}: ${text.slice(0, 300)}`)
  return { whole: text.includes(wholeMark) }
}

/**
 * Creates the contender.
 * @param directory where it is installed.
 * @param executable path of its browser.
 */
export function browserlessContender(name: string, title: string, directory: string, executable: string): Contender {
  let running: { program: Program; base: string; home: string } | null = null
  return {
    name,
    title,
    async begin() {
      const port = await freePort()
      const home = mkdtempSync(join(tmpdir(), 'seine-bench-browserless-'))
      const program = new Program({
        file: process.execPath,
        args: [file, directory, executable, home, String(port)],
        // It reads its own manifest from the working directory.
        cwd: join(directory, 'node_modules/@browserless.io/browserless'),
      })
      running = { program, base: `http://127.0.0.1:${port}`, home }
      await program.says('ready', benchLimits.peerStartTimeoutMs)
      return program.pid
    },
    async load(turn) {
      const base = running?.base ?? ''
      return await runTurn(turn, async (url) => await content(base, url))
    },
    async close() {
      if (running === null) return
      const { program, home } = running
      running = null
      await program.end()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
