/** The bundled website as a child process: a target that needs no internet access. */
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { FixtureSite } from '../services/cli/crawl/command.ts'
import { stackLimits } from './checkout/stack-limits.ts'

const siteProgram = fileURLToPath(new URL('../test/site/main.ts', import.meta.url))

type SiteProcess = ChildProcessByStdio<null, Readable, Readable>

/** Returns the URL in a line of the site's output; null without one. */
function urlIn(line: string): string | null {
  try {
    const { url } = JSON.parse(line) as { url?: unknown }
    return typeof url === 'string' ? new URL(url).href : null
  } catch {
    return null
  }
}

async function firstUrl(child: SiteProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout })) {
    const url = urlIn(line)
    if (url !== null) return url
  }
  throw new Error('it ended before it listened')
}

async function stopProcess(child: SiteProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stackLimits.fixtureStopTimeoutMs)
  await ended
  clearTimeout(timer)
}

/**
 * Starts the bundled website on a free port of this machine.
 * @param program the site's program; prints `{"url": ...}` once it listens.
 * @throws Error with the message of the site.
 */
export async function startFixtureSite(program: string = siteProgram): Promise<FixtureSite> {
  // A separate process group: Ctrl-C must not stop the site before the crawl is cancelled.
  const child = spawn(process.execPath, [program, '--port', '0'], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const killNow = (): void => void child.kill('SIGKILL')
  process.once('exit', killNow)
  const stop = async (): Promise<void> => {
    process.off('exit', killNow)
    await stopProcess(child)
  }
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint = `${complaint}${String(chunk)}`.slice(-2_000)
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), stackLimits.fixtureStartTimeoutMs)
  try {
    const url = await firstUrl(child)
    child.stdout.resume()
    return { url, stop }
  } catch (error) {
    await stop()
    const why = complaint.trim() === '' ? (error as Error).message : complaint.trim()
    throw new Error(`the bundled website did not start: ${why}`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
